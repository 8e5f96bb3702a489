import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { findRemovedBlob } from '#server/database/scan-state.ts';
import { acquireLock } from '#server/database/transaction-locks.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { keepArchive } from '../state/queries.ts';
import { completeArchive, isDue, latestVerified } from './complete-archive-queries.ts';

/** The recursive common table expression `due_folders`: those of the rooms whose content is due, in the trash too. */
const dueFolders = (now: number) => sql`due_folders(id, room_id) as (
  select rooms.folder_id, rooms.folder_id from rooms where ${isDue(now)}
  union select folders.id, due_folders.room_id from folders join due_folders on folders.parent_id = due_folders.id)`;

/** The condition on `files`; the words about states are those of the partial index of `blobs`. */
export const hasContent = sql`files.purged_at is null and files.blob_key not in (
  select key from blobs where scan_state is not null and scan_state <> 'clean' and scan_state = 'removed')`;

/** Counts all files that have content, and those of them whose rooms are due. */
export async function countDueContent(db: Database, now: number): Promise<{ all: number; due: number }> {
  const { rows } = await sql<{ all: number; due: number }>`with recursive ${dueFolders(now)}
    select (select count(*) from files where ${hasContent}) as "all",
      (select count(*) from files where ${hasContent} and folder_id in (select id from due_folders)) as due`.execute(
    db,
  );
  return { all: Number(rows[0]?.all ?? 0), due: Number(rows[0]?.due ?? 0) };
}

export async function listDueFiles(db: Database, now: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with recursive ${dueFolders(now)}
    select files.id from files where ${hasContent} and folder_id in (select id from due_folders)
    order by files.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Finds the key of the empty blob, once there is one. */
export const findRemovedKey = (db: Database): Promise<string | undefined> => findRemovedBlob(db);

export async function insertRemovedBlob(db: Database, blob: StoredBlob, now: number): Promise<void> {
  const { key, size, sha256, wrappedKey } = blob;
  await db
    .insertInto('blobs')
    .values({ key, size, sha256, wrapped_key: wrappedKey, created_at: now, scan_state: 'removed' })
    .execute();
}

/**
 * Has all versions of these files name the empty blob. Their sizes and hashes stay in their versions, and the content becomes
 * unused, which maintenance removes a day later unless something else names it. The index forgets the texts.
 */
export async function removeContentOf(
  db: Database,
  ids: readonly number[],
  { removedKey, now }: { removedKey: string; now: number },
): Promise<void> {
  const files = sql.join(ids);
  await acquireLock(db, 'index-changes', now);
  await sql`insert into file_versions (file_id, number, blob_key, size, sha256, author_id, created_at)
    select files.id, 1, files.blob_key, files.size, blobs.sha256, files.owner_id, files.created_at
    from files join blobs on blobs.key = files.blob_key
    where files.id in (${files}) and not exists (select 1 from file_versions where file_id = files.id)`.execute(
    db,
  );
  await sql`update file_versions set blob_key = ${removedKey}, text_blob_key = null where file_id in (${files})`.execute(
    db,
  );
  await db
    .updateTable('files')
    .set({
      blob_key: removedKey,
      text_blob_key: null,
      document_title: null,
      excerpt: null,
      index_status: 'no-text',
      index_reason: null,
    })
    .where('id', 'in', ids)
    .execute();
  await db.deleteFrom('index_changes').where('file_id', 'in', ids).execute();
  await db
    .insertInto('index_changes')
    .values(ids.map((file_id) => ({ file_id })))
    .execute();
}

/**
 * Has the due rooms keep their archives for good, before anything of their content is removed. A room whose earlier archive does
 * not have all that is left keeps both.
 */
export async function keepArchivesOfDueRooms(db: Database, now: number): Promise<void> {
  const { rows } = await sql<{ id: number; archiveId: number }>`
    select rooms.folder_id as id, (${completeArchive(now)}) as "archiveId" from rooms
    where ${isDue(now)} and (rooms.removal_begun_at is null
      or rooms.final_archive_id is distinct from (${completeArchive(now)}))`.execute(db);
  // Two statements for each room; few are due at once.
  for (const { id, archiveId } of rows)
    if (await keepArchive(db, archiveId))
      await db
        .updateTable('rooms')
        .set((update) => ({
          final_archive_id: archiveId,
          removal_begun_at: update.fn.coalesce('removal_begun_at', update.val(now)),
        }))
        .where('folder_id', '=', id)
        .execute();
}

/** A date on which the content of a room is removed. */
export interface AnnouncedRemoval {
  readonly id: number;
  readonly name: string;
  readonly at: number;
  /** A verified archive has the originals of all documents. */
  readonly isArchived: boolean;
  /**
   * The latest verified archive of the whole room, with the number of documents whose originals it lacks; `null` if that is not
   * known.
   */
  readonly verified: { readonly withoutOriginal: number | null } | undefined;
}

interface RemovalRow extends Pick<AnnouncedRemoval, 'id' | 'name' | 'at'> {
  readonly archive: number | null;
  readonly verified: number | null;
  readonly withoutOriginal: number | null;
}

const ANNOUNCED_AT_ONCE = 100;

/** Lists rooms whose date comes before `before` and whose managers got no mail about it, the nearest first. */
export async function listRemovalsToAnnounce(
  db: Database,
  { before, now }: { before: number; now: number },
): Promise<AnnouncedRemoval[]> {
  const { rows } = await sql<RemovalRow>`
    select rooms.folder_id as id, folders.name, rooms.delete_bytes_at as at, (${completeArchive(now)}) as archive,
      (${latestVerified(now, 'id')}) as verified, (${latestVerified(now, 'without_original')}) as "withoutOriginal"
    from rooms join folders on folders.id = rooms.folder_id
    where rooms.state = 'closed' and rooms.bytes_removed_at is null and rooms.delete_bytes_at <= ${before}
      and rooms.removal_announced_for is distinct from rooms.delete_bytes_at
    order by rooms.delete_bytes_at, rooms.folder_id limit ${ANNOUNCED_AT_ONCE}`.execute(db);
  return rows.map(({ id, name, at, archive, verified, withoutOriginal }) => ({
    id,
    name,
    at: Number(at),
    isArchived: archive !== null,
    verified: verified === null ? undefined : { withoutOriginal },
  }));
}

/** Notes that the mail is sent; `false` when another process was first, or the date has changed. */
export async function setAnnounced(db: Database, { id, at }: AnnouncedRemoval): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rooms')
    .set({ removal_announced_for: at })
    .where('folder_id', '=', id)
    .where('delete_bytes_at', '=', at)
    .where('removal_announced_for', 'is distinct from', at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

interface FinishedRoom {
  readonly id: number;
  readonly name: string;
  readonly archiveId: number;
}

/** Notes that nothing of the due rooms has content any more. Returns the rooms. */
export async function finishRooms(db: Database, now: number): Promise<FinishedRoom[]> {
  const { rows } = await sql<FinishedRoom>`select rooms.folder_id as id, folders.name,
    rooms.final_archive_id as "archiveId"
    from rooms join folders on folders.id = rooms.folder_id
    where rooms.final_archive_id is not null and ${isDue(now)}`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await db.updateTable('rooms').set({ bytes_removed_at: now }).where('folder_id', 'in', ids).execute();
  return rows;
}
