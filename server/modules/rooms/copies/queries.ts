import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { activeDescendants } from '#server/authorization/folder-descendants.ts';
import { allowDownload } from '#server/authorization/grants/room-downloads.ts';
import { ENTRY_ORDER, entriesIn } from '#server/authorization/index-numbers/entry-order.ts';
import { insertFirstVersions } from '#server/database/insert-first-versions.ts';
import type { Database } from '#server/database/open-database.ts';
import type { FilesTable } from '#server/database/tables/documents.ts';
import type { RoomCopiesTable } from '#server/database/tables/rooms/room-copies.ts';

/** Both engines limit the number of parameters of a statement. */
const BATCH_SIZE = 500;
const UNFINISHED = ['waiting', 'running'] as const;

export type CopyRow = Selectable<RoomCopiesTable>;

export const insertCopy = (db: Database, copy: Insertable<RoomCopiesTable>): Promise<CopyRow> =>
  db.insertInto('room_copies').values(copy).returningAll().executeTakeFirstOrThrow();

export const findCopy = (db: Database, id: number): Promise<CopyRow | undefined> =>
  db.selectFrom('room_copies').selectAll().where('id', '=', id).executeTakeFirst();

/** Changes a copy unless it has ended. */
export async function setCopy(db: Database, id: number, changes: Updateable<RoomCopiesTable>): Promise<void> {
  await db
    .updateTable('room_copies')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', UNFINISHED)
    .execute();
}

export async function countUnfinishedCopies(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('room_copies')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('requested_by_id', '=', userId)
    .where('state', 'in', UNFINISHED)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes the copies of a user that ended before a time; what they created stays. */
export async function removeEndedCopies(db: Database, userId: number, before: number): Promise<void> {
  await db
    .deleteFrom('room_copies')
    .where('requested_by_id', '=', userId)
    .where('finished_at', '<', before)
    .execute();
}

export interface BelowRow {
  readonly kind: 'folder' | 'file';
  readonly id: number;
  readonly parent_id: number;
  readonly name: string;
}

/**
 * Lists the active folders and files below these folders, those of each folder in their order, without what waits in an inbox;
 * at most `limit`.
 */
export async function listBelow(
  db: Database,
  folderIds: readonly number[],
  limit: number,
): Promise<BelowRow[]> {
  if (folderIds.length === 0) return [];
  const { rows } = await sql<BelowRow>`with recursive ${activeDescendants(sql.join(folderIds))}
    select kind, id, parent_id, name from (${entriesIn(sql`select id from below`)}) as entries
    where kind <> 'placeholder' and not (kind = 'file' and id in (select file_id from inbox_files))
    order by parent_id, ${ENTRY_ORDER} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export type ContentRow = Awaited<ReturnType<typeof selectContents>>[number];

const selectContents = (db: Database, ids: readonly number[]) =>
  db
    .selectFrom('files')
    .innerJoin('blobs', 'blobs.key', 'files.blob_key')
    .select(['files.id', 'files.name', 'files.size', 'files.blob_key', allowDownload, 'blobs.sha256'])
    .select('files.published_at')
    .where('files.id', 'in', ids)
    .execute();

/** Finds the current contents of files, by their ids. */
export async function findContents(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ContentRow>> {
  const found = new Map<number, ContentRow>();
  for (let at = 0; at < ids.length; at += BATCH_SIZE)
    for (const row of await selectContents(db, ids.slice(at, at + BATCH_SIZE))) found.set(row.id, row);
  return found;
}

/** Tells whether one of these files, at most a thousand, waits in an inbox. */
export async function hasInboxFile(db: Database, fileIds: readonly number[]): Promise<boolean> {
  if (fileIds.length === 0) return false;
  const found = await db
    .selectFrom('inbox_files')
    .select('file_id')
    .where('file_id', 'in', fileIds)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns those of the folders that are not published at this time. */
export async function findUnpublishedFolders(
  db: Database,
  folderIds: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (let at = 0; at < folderIds.length; at += BATCH_SIZE) {
    const rows = await db
      .selectFrom('folders')
      .select('id')
      .where('id', 'in', folderIds.slice(at, at + BATCH_SIZE))
      .where((where) => where.or([where('published_at', 'is', null), where('published_at', '>', now)]))
      .execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** Inserts files with their first versions; returns their ids in the same order. */
export async function insertFilesInOrder(
  db: Database,
  files: readonly Insertable<FilesTable>[],
): Promise<number[]> {
  const inserted = await db.insertInto('files').values(files).returning('id').execute();
  const ids = inserted.map(({ id }) => id).toSorted((one, other) => one - other);
  await insertFirstVersions(db, ids);
  return ids;
}
