import { type Selectable, sql } from 'kysely';
import { foldersExcludedFrom } from '#server/authorization/grants/excluded-rooms.ts';
import type { Database } from '#server/database/open-database.ts';
import type { BlobsTable, IndexStatus, OcrState } from '#server/database/tables/documents.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { ScanState, WithheldState } from '#shared/domain/scans/scan-states.ts';
import type { Actor } from '#shared/policies/actor.ts';

export const findContent = (db: Database, key: string): Promise<Selectable<BlobsTable> | undefined> =>
  db.selectFrom('blobs').selectAll().where('key', '=', key).executeTakeFirst();

/** Locks the row of stored content until the end of the transaction and returns its state; `undefined` when it is gone. */
export async function lockScanState(
  db: Database,
  key: string,
): Promise<{ scan_state: ScanState } | undefined> {
  // Changes nothing: on both engines it waits for another scan of the same content.
  return db
    .updateTable('blobs')
    .set((row) => ({ scanned_at: row.ref('scanned_at') }))
    .where('key', '=', key)
    .returning('scan_state')
    .executeTakeFirst();
}

export async function setScanResult(
  db: Database,
  key: string,
  { state, result, at }: { state: ScanState; result: string | null; at: number | null },
): Promise<void> {
  await db
    .updateTable('blobs')
    .set({ scan_state: state, scan_result: result, scanned_at: at })
    .where('key', '=', key)
    .execute();
}

interface FileWithContent {
  readonly id: number;
  readonly name: string;
  readonly owner_id: number;
  /** The sender of the content, if not the owner. */
  readonly sent_by: number | null;
  readonly version: number;
  readonly is_current: 0 | 1;
  readonly index_status: IndexStatus;
  readonly ocr_state: OcrState | null;
}

/** Lists the files that have this content, in the trash too: a row for each version that has it. */
export async function listFilesWithContent(db: Database, key: string): Promise<FileWithContent[]> {
  const { rows } = await sql<FileWithContent>`
    select id, name, owner_id, (select sent_by from blobs where key = ${key}) as sent_by, current_version as version, 1 as is_current,
      index_status, ocr_state from files where blob_key = ${key} and purged_at is null
    union all
    select files.id, files.name, files.owner_id, null, file_versions.number, 0, files.index_status, files.ocr_state
    from file_versions join files on files.id = file_versions.file_id
    where file_versions.blob_key = ${key} and file_versions.number <> files.current_version
      and files.purged_at is null
    order by 1, 4`.execute(db);
  return rows;
}

export interface WithheldFile {
  readonly id: number;
  readonly name: string;
  readonly owner_name: string;
  readonly folder_id: number | null;
}

/** Content that is withheld and not just waiting for its scan. The words are those of the partial index. */
const isRefused = sql`scan_state is not null and scan_state <> 'clean' and scan_state <> 'scanning'
  and scan_state <> 'removed'`;

/**
 * Lists active files of which a version is withheld because of its scan, newest first; one more than `limit`. Leaves out those
 * in rooms that exclude this administrator.
 */
export async function listWithheldFiles(
  db: Database,
  actor: Actor,
  { limit, cursor }: PageRequest,
): Promise<WithheldFile[]> {
  const { rows } = await sql<WithheldFile>`
    with refused as (select key from blobs where ${isRefused}),
    ids as (
      select files.id from refused join files on files.blob_key = refused.key
      union select file_versions.file_id from refused join file_versions on file_versions.blob_key = refused.key
    )
    select files.id, files.name, files.folder_id, users.username as owner_name
    from ids join files on files.id = ids.id join users on users.id = files.owner_id
    where files.deleted_at is null
      and (files.folder_id is null or files.folder_id not in (${foldersExcludedFrom(actor)})) ${cursor === undefined ? sql`` : sql`and files.id < ${cursor}`}
    order by files.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

export interface WithheldVersion {
  readonly file_id: number;
  readonly number: number;
  readonly scan_state: WithheldState;
  readonly scan_result: string | null;
  readonly scanned_at: number | null;
}

/** Lists the withheld versions of these files. */
export async function listWithheldVersions(
  db: Database,
  fileIds: readonly number[],
): Promise<WithheldVersion[]> {
  if (fileIds.length === 0) return [];
  const columns = sql`scan_state, scan_result, scanned_at`;
  const { rows } = await sql<WithheldVersion>`
    select files.id as file_id, files.current_version as number, ${columns}
    from files join blobs on blobs.key = files.blob_key
    where files.id in (${sql.join(fileIds)}) and ${isRefused}
    union all
    select files.id, file_versions.number, ${columns}
    from files join file_versions on file_versions.file_id = files.id and file_versions.number <> files.current_version
      join blobs on blobs.key = file_versions.blob_key
    where files.id in (${sql.join(fileIds)}) and ${isRefused}
    order by 1, 2 desc`.execute(db);
  return rows;
}

/** Counts what waits for its scan, and since when. */
export async function countWaiting(db: Database): Promise<{ count: number; since: number | null }> {
  const { count, since } = await db
    .selectFrom('blobs')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.min<number | null>('created_at').as('since'),
    ])
    .where('scan_state', '=', 'scanning')
    .where(sql<boolean>`scan_state is not null and scan_state <> 'clean'`)
    .executeTakeFirstOrThrow();
  return { count: Number(count), since: since === null ? null : Number(since) };
}
