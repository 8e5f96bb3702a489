import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { RoomArchivesTable } from '#server/database/tables/rooms/room-archives.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import { NO_EXPIRY } from '#shared/domain/limits.ts';

const EXPIRED_PER_BATCH = 100;

export type ArchiveRow = Selectable<RoomArchivesTable>;

export const insertArchive = (db: Database, archive: Insertable<RoomArchivesTable>): Promise<ArchiveRow> =>
  db.insertInto('room_archives').values(archive).returningAll().executeTakeFirstOrThrow();

export const findArchive = (db: Database, id: number): Promise<ArchiveRow | undefined> =>
  db.selectFrom('room_archives').selectAll().where('id', '=', id).executeTakeFirst();

const listed = (db: Database) =>
  db
    .selectFrom('room_archives')
    .innerJoin('users', 'users.id', 'room_archives.requested_by_id')
    .leftJoin('room_groups', 'room_groups.id', 'room_archives.group_id')
    .selectAll('room_archives')
    .select(['users.username', 'room_groups.name as group_name']);

export type ListedArchive = Awaited<ReturnType<typeof listArchiveRows>>[number];

/** Lists the archives of a room, newest first; one more than `limit`. */
export const listArchiveRows = (db: Database, roomId: number, { limit, cursor }: PageRequest) =>
  listed(db)
    .where('room_archives.room_id', '=', roomId)
    .$if(cursor !== undefined, (query) => query.where('room_archives.id', '<', cursor ?? 0))
    .orderBy('room_archives.id', 'desc')
    .limit(limit + 1)
    .execute();

export const findListedArchive = (db: Database, id: number): Promise<ListedArchive> =>
  listed(db).where('room_archives.id', '=', id).executeTakeFirstOrThrow();

export async function hasUnfinishedArchive(db: Database, roomId: number): Promise<boolean> {
  const row = await db
    .selectFrom('room_archives')
    .select('id')
    .where('room_id', '=', roomId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Tells whether a room keeps this archive: one that is archived, or whose content is being removed or was. It may keep several.
 */
export async function isKeptArchive(db: Database, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('room_archives')
    .leftJoin('rooms', 'rooms.final_archive_id', 'room_archives.id')
    .select('room_archives.id')
    .where('room_archives.id', '=', id)
    .where((where) =>
      where.or([where('rooms.folder_id', 'is not', null), where('expires_at', '>=', NO_EXPIRY)]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the result of a verification that is awaited; returns whether it was. */
export async function setVerified(
  db: Database,
  id: number,
  result: Updateable<Pick<RoomArchivesTable, 'verification' | 'problem' | 'verified_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('room_archives')
    .set(result)
    .where('id', '=', id)
    .where('verification', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the room of an archive. */
export const findRoomOfArchive = (db: Database, id: number): Promise<{ id: number; name: string }> =>
  db
    .selectFrom('room_archives')
    .innerJoin('folders', 'folders.id', 'room_archives.room_id')
    .select(['folders.id', 'folders.name'])
    .where('room_archives.id', '=', id)
    .executeTakeFirstOrThrow();

/** Changes an archive that is still there; returns whether it is. */
export async function setArchive(
  db: Database,
  id: number,
  changes: Updateable<RoomArchivesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('room_archives')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Has an archive fail that is not finished: its work may be done although the job did not end. */
export async function failUnfinishedArchive(db: Database, id: number, error: string): Promise<void> {
  await db
    .updateTable('room_archives')
    .set({ state: 'failed', error })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

/** Has an archive count as not verified if its verification has no result. */
export async function endVerification(db: Database, id: number): Promise<void> {
  await db
    .updateTable('room_archives')
    .set({ verification: null })
    .where('id', '=', id)
    .where('verification', '=', 'waiting')
    .execute();
}

/**
 * Removes an archive and the row of its bytes; the object stays known until the maintenance removes it. Nothing happens to one
 * that expires later than `expiredAt`: a room may have begun to keep it since it was listed. Returns whether it was removed.
 */
export async function removeArchive(
  db: Database,
  id: number,
  { now, expiredAt = NO_EXPIRY }: { now: number; expiredAt?: number },
): Promise<boolean> {
  const removed = await db
    .deleteFrom('room_archives')
    .where('id', '=', id)
    .where('expires_at', '<=', expiredAt)
    .returning('blob_key')
    .executeTakeFirst();
  const key = removed?.blob_key ?? null;
  if (key === null) return removed !== undefined;
  await db.insertInto('unreferenced_objects').values({ key, unreferenced_at: now }).execute();
  await db.deleteFrom('blobs').where('key', '=', key).execute();
  return true;
}

export const listExpiredArchives = (db: Database, now: number) =>
  db
    .selectFrom('room_archives')
    .innerJoin('folders', 'folders.id', 'room_archives.room_id')
    .select(['room_archives.id', 'room_id', 'folders.name as room_name'])
    .where('expires_at', '<=', now)
    .orderBy('room_archives.id')
    .limit(EXPIRED_PER_BATCH)
    .execute();
