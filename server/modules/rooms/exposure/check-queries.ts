import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { ExposureChecksTable } from '#server/database/tables/exposure.ts';
import { IS_BEING_READ } from './compared/being-read-queries.ts';
import type { DocumentRange } from './document-range-queries.ts';
import { IS_SHOWN } from './finding-queries.ts';
import { isScanned } from './reach-queries.ts';

export type CheckRow = Selectable<ExposureChecksTable>;

export const findCheck = (db: Database, id: number): Promise<CheckRow | undefined> =>
  db.selectFrom('exposure_checks').selectAll().where('id', '=', id).executeTakeFirst();

export const insertCheck = (db: Database, check: Insertable<ExposureChecksTable>): Promise<CheckRow> =>
  db.insertInto('exposure_checks').values(check).returningAll().executeTakeFirstOrThrow();

export async function setCheck(
  db: Database,
  id: number,
  changes: Partial<Omit<CheckRow, 'id'>>,
): Promise<void> {
  await db.updateTable('exposure_checks').set(changes).where('id', '=', id).execute();
}

/** Has a check fail that is not finished: its work may be done although the job did not end. */
export async function failUnfinishedCheck(db: Database, id: number): Promise<void> {
  await db
    .updateTable('exposure_checks')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

export async function findUnfinishedCheck(db: Database, groupId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('exposure_checks')
    .select('id')
    .where('group_id', '=', groupId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return row?.id;
}

/** Lists the checks of a group, newest first; one more than `limit`. */
export const listChecks = (
  db: Database,
  groupId: number,
  { limit, cursor }: { limit: number; cursor: number | undefined },
): Promise<CheckRow[]> =>
  db
    .selectFrom('exposure_checks')
    .selectAll()
    .where('group_id', '=', groupId)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor ?? 0))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

export const findLastPublication = (
  db: Database,
  roomId: number,
  now: number,
): Promise<{ id: number; publish_at: number } | undefined> =>
  db
    .selectFrom('publications')
    .select(['id', 'publish_at'])
    .where('room_id', '=', roomId)
    .where('cancelled_at', 'is', null)
    .where('publish_at', '<=', now)
    .orderBy('publish_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Lists those of the documents of a check whose content was not inspected yet, by id. Documents without text yet are left out.
 */
export async function listUnscanned(
  db: Database,
  checkId: number,
  rules: number,
  { after, to }: DocumentRange,
): Promise<number[]> {
  const rows = await db
    .selectFrom('exposure_documents')
    .innerJoin('files', 'files.id', 'exposure_documents.file_id')
    .leftJoin('content_scans', (join) =>
      join
        .onRef('content_scans.file_id', '=', 'files.id')
        .onRef('content_scans.version', '=', 'files.current_version'),
    )
    .select('files.id')
    .where('check_id', '=', checkId)
    .where('exposure_documents.file_id', '>', after)
    .where('exposure_documents.file_id', '<=', to)
    .where('files.index_status', '<>', 'pending')
    .where((where) => where.or([sql<boolean>`not ${isScanned}`, where('content_scans.rules', '<>', rules)]))
    .orderBy('files.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Tells whether some of the documents of a check are still being read. */
export async function hasPending(
  db: Database,
  checkId: number,
  { after, to }: DocumentRange,
): Promise<boolean> {
  const row = await db
    .selectFrom('exposure_documents')
    .innerJoin('files', 'files.id', 'exposure_documents.file_id')
    .select('files.id')
    .where('check_id', '=', checkId)
    .where('exposure_documents.file_id', '>', after)
    .where('exposure_documents.file_id', '<=', to)
    .where(IS_SHOWN)
    .where(IS_BEING_READ)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface TextDocument {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly textBlobKey: string | null;
  readonly isNew: 0 | 1;
}

/** Lists documents of a check with their texts, by id. */
export const listTexts = (
  db: Database,
  checkId: number,
  { after, limit }: { after: number; limit: number },
): Promise<TextDocument[]> =>
  db
    .selectFrom('exposure_documents')
    .innerJoin('files', 'files.id', 'exposure_documents.file_id')
    .select(['files.id', 'files.name', 'exposure_documents.version', 'is_new as isNew'])
    .select(
      // No text of content that is withheld because of a virus scan.
      sql<
        string | null
      >`case when coalesce((select scan_state from blobs where blobs.key = files.blob_key), 'clean')
        = 'clean' then files.text_blob_key end`.as('textBlobKey'),
    )
    .where('check_id', '=', checkId)
    .where('files.id', '>', after)
    .where(IS_SHOWN)
    .whereRef('files.current_version', '=', 'exposure_documents.version')
    .orderBy('files.id')
    .limit(limit)
    .execute();

export async function findUsernames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Tells whether a group has a newer check of the same kind (of everything, or of selected drafts) that did not fail. */
export async function hasNewerCheck(
  db: Database,
  { id, group_id, selection_hash }: CheckRow,
): Promise<boolean> {
  const row = await db
    .selectFrom('exposure_checks')
    .select('id')
    .where('group_id', '=', group_id)
    .where('id', '>', id)
    .where('state', '<>', 'failed')
    .where('selection_hash', selection_hash === null ? 'is' : 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts documents as done. */
export async function setProgress(db: Database, id: number, done: number): Promise<void> {
  await db
    .updateTable('exposure_checks')
    .set((row) => ({ checked_documents: row('checked_documents', '+', done) }))
    .where('id', '=', id)
    .execute();
}
