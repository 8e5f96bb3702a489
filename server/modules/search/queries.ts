import { type Insertable, type Selectable, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { visibleTo } from '#server/authorization/visible-to.ts';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { scanState } from '#server/database/scan-state.ts';
import type { BlobsTable, FilesTable, IndexStatus } from '#server/database/tables/documents.ts';
import { acquireLock } from '#server/database/transaction-locks.ts';
import type { ScanState } from '#shared/domain/scans/scan-states.ts';
import { type OcrOutcome, ocrColumns } from './ocr/queries.ts';

export type FileRow = Selectable<FilesTable> & { readonly scan_state: ScanState };
export type BlobRow = Selectable<BlobsTable>;

/** Finds the file whose content a job is about; nothing once another version is current, which has a job of its own. */
export async function findFileToRead(
  db: Database,
  { fileId, blobKey }: { fileId: number; blobKey?: string | undefined },
): Promise<FileRow | undefined> {
  const file = await findFile(db, fileId);
  return blobKey === undefined || file?.blob_key === blobKey ? file : undefined;
}

/** Finds a file without authorization, for indexing only; nothing of it may reach an actor unchecked. */
export const findFile = async (db: Database, id: number): Promise<FileRow | undefined> =>
  (await selectFile(db, { id }))[0];

const filesWithScan = (db: Database) => db.selectFrom('files').selectAll().select(scanState);
const selectFile = prepareQuery((db, { id }: { id: number }) => filesWithScan(db).where('id', '=', id));

/** Finds files by their ids, which may be many, in no particular order. */
export function listFiles(db: Database, ids: readonly number[]): Promise<FileRow[]> {
  return filesWithScan(db)
    .where('id', 'in', [...ids])
    .execute();
}

export function findBlob(db: Database, key: string): Promise<BlobRow | undefined> {
  return db.selectFrom('blobs').selectAll().where('key', '=', key).executeTakeFirst();
}

interface ExtractionOutcome {
  status: IndexStatus;
  reason: string | null;
  textBlobKey: string | null;
  title: string | null;
  excerpt: string | null;
  ocr: OcrOutcome | null;
}

export async function setExtractionOutcome(
  db: Database,
  fileId: number,
  extracted: ExtractionOutcome,
): Promise<void> {
  await db
    .updateTable('files')
    .set({
      index_status: extracted.status,
      index_reason: extracted.reason,
      text_blob_key: extracted.textBlobKey,
      document_title: extracted.title,
      excerpt: extracted.excerpt,
      ...ocrColumns(extracted.ocr),
    })
    .where('id', '=', fileId)
    .execute();
}

export async function insertBlob(db: Database, blob: Insertable<BlobsTable>): Promise<void> {
  await db.insertInto('blobs').values(blob).execute();
}

export async function removeBlob(db: Database, key: string): Promise<void> {
  await db.deleteFrom('blobs').where('key', '=', key).execute();
}

/** Lists the names of a folder and the folders above it, from the root down. */
export async function listFolderNames(db: Database, folderId: number | null): Promise<string[]> {
  if (folderId === null) return [];
  return (await selectFolderNames(db, { folderId })).map((row) => row.name);
}

const selectFolderNames = prepareQuery(
  (_, { folderId }: { folderId: number }) => sql<{ name: string }>`
    with recursive up(id, parent_id, name, depth) as (
      select id, parent_id, name, 0 from folders where id = ${folderId}
      union all
      select f.id, f.parent_id, f.name, up.depth + 1 from folders f join up on f.id = up.parent_id where up.depth < 1000
    ) select name from up order by depth desc`,
);

const folderIdsWithin = (folderId: number) => sql<{ id: number }>`
    with recursive down(id) as (
      select id from folders where id = ${folderId}
      union select f.id from folders f join down on f.parent_id = down.id
    ) select id from down`;

/** Lists the ids of a folder and of every folder below it. */
export async function listFolderIdsWithin(db: Database, folderId: number): Promise<number[]> {
  const { rows } = await folderIdsWithin(folderId).execute(db);
  return rows.map((row) => row.id);
}

/** Joins the ids of a column into one value: transferring thousands of rows would take longer than finding them. */
const joinIds = (column: ReturnType<typeof sql>) =>
  sql<string | null>`string_agg(cast(${column} as text), ',')`;

const splitIds = (ids: string | null): number[] => ids?.split(',').map(Number) ?? [];

export async function listVisibleFolderIds(db: Database, requester: Requester): Promise<number[]> {
  const { ids } = await db
    .selectFrom(visibleTo(requester))
    .select(joinIds(sql.ref('visible.id')).as('ids'))
    .executeTakeFirstOrThrow();
  return splitIds(ids);
}

/**
 * Lists the folders that the actor may see, and those among them whose names contain what was typed, oldest first. SQLite
 * ignores case for ASCII letters only.
 */
export async function listVisibleFoldersMatching(
  db: Database,
  requester: Requester,
  typed: string,
): Promise<{ visible: number[]; naming: number[] }> {
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
  const fits = sql`lower(folders.name) like lower(${pattern}) escape '\\'`;
  const { visible, naming } = await db
    .selectFrom(visibleTo(requester))
    .innerJoin('folders', 'folders.id', 'visible.id')
    .select([
      joinIds(sql`folders.id`).as('visible'),
      joinIds(sql`case when ${fits} then folders.id end`).as('naming'),
    ])
    .executeTakeFirstOrThrow();
  return { visible: splitIds(visible), naming: splitIds(naming).sort((one, other) => one - other) };
}

/**
 * Appends files to the index's change feed. The lock makes positions grow in the order of commits, so that a follower
 * cannot skip one. A file is in the feed once, so that the feed never grows beyond the number of files.
 */
async function enqueue(db: Database, now: number, fileIds: ReturnType<typeof sql>): Promise<void> {
  await acquireLock(db, 'index-changes', now);
  await sql`delete from index_changes where file_id in (${fileIds})`.execute(db);
  await sql`insert into index_changes (file_id) ${fileIds}`.execute(db);
}

export const enqueueFile = (db: Database, now: number, fileId: number): Promise<void> =>
  enqueue(db, now, sql`select id from files where id = ${fileId}`);

export const enqueueFiles = (db: Database, now: number, fileIds: readonly number[]): Promise<void> =>
  enqueue(db, now, sql`select id from files where id in (${sql.join(fileIds)})`);

export const enqueueFilesWithin = (db: Database, now: number, folderId: number): Promise<void> =>
  enqueue(db, now, sql`select id from files where folder_id in (${folderIdsWithin(folderId)})`);

export const enqueueRootFilesOf = (db: Database, now: number, ownerId: number): Promise<void> =>
  enqueue(db, now, sql`select id from files where owner_id = ${ownerId} and folder_id is null`);

export const enqueueAllFiles = (db: Database, now: number): Promise<void> =>
  enqueue(db, now, sql`select id from files`);

export function listIndexChanges(
  db: Database,
  after: number,
  limit: number,
): Promise<{ position: number; file_id: number; owner_id: number | null }[]> {
  return db
    .selectFrom('index_changes')
    .leftJoin('files', 'files.id', 'index_changes.file_id')
    .select(['position', 'file_id', 'owner_id'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Finds the newest position in the feed; 0 when it is empty. */
export async function findLastIndexPosition(db: Database): Promise<number> {
  const row = await db
    .selectFrom('index_changes')
    .select((select) => select.fn.max('position').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Counts the files in the feed after this position. */
export async function countIndexChanges(db: Database, after: number): Promise<number> {
  const { count } = await db
    .selectFrom('index_changes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('position', '>', after)
    .executeTakeFirstOrThrow();
  return count;
}
