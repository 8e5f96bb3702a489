import { type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { UsersTable } from '#server/database/tables/accounts.ts';
import { acquireLock } from '#server/database/transaction-locks.ts';

const BATCH_SIZE = 500;
/** A file may have more views than there are files. */
const VIEW_BATCH_SIZE = 5_000;

const subtree = (folderId: number) => sql`
  with recursive inside(id, level) as (
    select id, 1 from folders where id = ${folderId}
    union all
    select f.id, inside.level + 1 from folders f join inside on f.parent_id = inside.id
  )`;

export async function setFilePurged(db: Database, id: number, now: number): Promise<void> {
  await db.updateTable('files').set({ purged_at: now }).where('id', '=', id).execute();
}

/** Marks a folder as purged, and what was deleted from it earlier too, since its place is removed. */
export async function setFolderPurged(db: Database, id: number, now: number): Promise<void> {
  for (const [table, place] of [
    ['folders', 'id'],
    ['files', 'folder_id'],
  ] as const) {
    await sql`${subtree(id)} update ${sql.table(table)} set purged_at = ${now}
      where ${sql.ref(place)} in (select id from inside) and deleted_at is not null and deleted_with_folder_id is null`.execute(
      db,
    );
  }
}

export async function isFilePurged(db: Database, id: number): Promise<boolean> {
  const query = db.selectFrom('files').select('id').where('id', '=', id).where('purged_at', 'is not', null);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function isFolderPurged(db: Database, id: number): Promise<boolean> {
  const query = db.selectFrom('folders').select('id').where('id', '=', id).where('purged_at', 'is not', null);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Lists some of the files in a folder, at any depth. */
export async function listFileIdsWithin(db: Database, folderId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${subtree(folderId)}
    select files.id from files join inside on inside.id = files.folder_id limit ${sql.lit(BATCH_SIZE)}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Lists some of the folders in a folder, itself last, so that none is removed before those in it. */
export async function listDeepestFolderIds(db: Database, folderId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${subtree(folderId)}
    select id from inside order by level desc limit ${sql.lit(BATCH_SIZE)}`.execute(db);
  return rows.map((row) => row.id);
}

/** Removes some page times, of which a view may have thousands. Returns whether there may be more. */
async function removePageTimes(db: Database, fileIds: readonly number[]): Promise<boolean> {
  const removed = await sql`delete from page_times where (view_id, page) in (
    select view_id, page from page_times join file_views on file_views.id = page_times.view_id
    where file_id in (${sql.join(fileIds)}) limit ${sql.lit(VIEW_BATCH_SIZE)})`.execute(db);
  return Number(removed.numAffectedRows) === VIEW_BATCH_SIZE;
}

/** Removes some views. Returns whether there may be more. */
async function removeViews(db: Database, fileIds: readonly number[]): Promise<boolean> {
  const some = db
    .selectFrom('file_views')
    .select('id')
    .where('file_id', 'in', fileIds)
    .limit(VIEW_BATCH_SIZE);
  const removed = await db.deleteFrom('file_views').where('id', 'in', some).executeTakeFirst();
  return Number(removed.numDeletedRows) === VIEW_BATCH_SIZE;
}

/**
 * Removes rows of files; the maintenance removes their blobs. The change feed of the search index names them
 * once more, so that every index forgets them, even one that missed the deletion.
 */
export async function removeFiles(db: Database, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  while (await removePageTimes(db, ids));
  while (await removeViews(db, ids));
  await db.transaction().execute(async (db) => {
    await acquireLock(db, 'index-changes', now);
    await db.deleteFrom('file_views').where('file_id', 'in', ids).execute();
    await db.deleteFrom('index_changes').where('file_id', 'in', ids).execute();
    await db
      .insertInto('index_changes')
      .values(ids.map((id) => ({ file_id: id })))
      .execute();
    await db.deleteFrom('file_versions').where('file_id', 'in', ids).execute();
    await removePositions(db, 'file', ids);
    await removeFollows(db, 'file', ids);
    await db.deleteFrom('files').where('id', 'in', ids).execute();
  });
}

/** Removes rows of empty folders, and the access granted to them. */
export async function removeFolders(db: Database, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (db) => {
    await db.deleteFrom('collaborators').where('folder_id', 'in', ids).execute();
    await db.deleteFrom('invitation_folders').where('folder_id', 'in', ids).execute();
    await removePositions(db, 'folder', ids);
    await removeFollows(db, 'folder', ids);
    await db.deleteFrom('folders').where('id', 'in', ids).execute();
  });
}

/** Tells whether some of the folders are rooms that have or had service accounts. */
export async function hasServiceAccounts(db: Database, folderIds: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('service_room_id', 'in', folderIds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes the service accounts of rooms with their tokens; their rows stay, because the audit log refers to them, and name no
 * room. Returns those that were not deleted before.
 */
export async function deleteServiceAccounts(
  db: Database,
  folderIds: readonly number[],
  now: number,
): Promise<Pick<Selectable<UsersTable>, 'id' | 'username' | 'email'>[]> {
  const accounts = db.selectFrom('users').select('id').where('service_room_id', 'in', folderIds);
  await db.deleteFrom('api_tokens').where('user_id', 'in', accounts).execute();
  const deleted = await db
    .updateTable('users')
    .set({ deleted_at: now })
    .where('service_room_id', 'in', folderIds)
    .where('deleted_at', 'is', null)
    .returning(['id', 'username', 'email'])
    .execute();
  await db
    .updateTable('users')
    .set({ service_room_id: null })
    .where('service_room_id', 'in', folderIds)
    .execute();
  return deleted;
}

async function removeFollows(db: Database, kind: 'folder' | 'file', ids: readonly number[]): Promise<void> {
  await db.deleteFrom('follows').where('kind', '=', kind).where('target_id', 'in', ids).execute();
}

async function removePositions(db: Database, kind: 'folder' | 'file', ids: readonly number[]): Promise<void> {
  for (const table of ['entry_positions', 'batch_entries'] as const)
    await db.deleteFrom(table).where('entry_kind', '=', kind).where('entry_id', 'in', ids).execute();
}
