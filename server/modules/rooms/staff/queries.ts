import { type RawBuilder, sql } from 'kysely';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import { userAccess } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import type { Database } from '#server/database/open-database.ts';
import { type PersonColumns, personColumns, personName } from '#server/database/person-name.ts';

export interface StaffRow extends PersonColumns {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  /** A value of `ACCESS_LEVEL_ORDER`. */
  readonly level: number;
}

/** The users who may have access to the root folder of a room, whatever it counts for. */
const candidates = (roomId: number): RawBuilder<unknown> => sql`
  select owner_id as user_id from folders where id = ${roomId}
  union select user_id from room_managers where room_id = ${roomId}
  union select user_id from collaborators where folder_id = ${roomId}
  union select accepted_by_id from invitations
    where all_folders = 1 and role = 'collaborator' and accepted_by_id is not null and revoked_at is null`;

/** Lists the people of the staff of rooms as the access rule has it: who owns the root folder or is its collaborator, by user. */
export async function listStaffRows(
  db: Database,
  roomId: number,
  { after, limit }: { after: number; limit: number },
): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`with recursive ${ancestors(sql`${roomId}`)}
    select * from (
      select people.id, people.username, people.email, ${personColumns('people')},
        (select access_level from (${userAccess(sql`people.id`, 'ancestors')}) as of_user
          where of_user.id = ${roomId}) as level
      from (${candidates(roomId)}) as candidates join users as people on people.id = candidates.user_id
      where people.deleted_at is null and people.service_room_id is null and people.id > ${after}
    ) as staff where level >= ${sql.lit(ACCESS_LEVEL_ORDER.collaborator)} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function findStaffRow(
  db: Database,
  roomId: number,
  userId: number,
): Promise<StaffRow | undefined> {
  const [row] = await listStaffRows(db, roomId, { after: userId - 1, limit: 1 });
  return row?.id === userId ? row : undefined;
}

export async function insertManager(
  db: Database,
  { roomId, userId, byId }: { roomId: number; userId: number; byId: number },
  now: number,
): Promise<void> {
  await db
    .insertInto('room_managers')
    .values({ room_id: roomId, user_id: userId, appointed_by_id: byId, created_at: now })
    .execute();
}

export async function removeManagerRow(db: Database, roomId: number, userId: number): Promise<void> {
  await db.deleteFrom('room_managers').where('room_id', '=', roomId).where('user_id', '=', userId).execute();
}

/** Lists the names of the managers of several rooms, the owners of their folders first. */
export async function listManagerNames(
  db: Database,
  roomIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  if (roomIds.length === 0) return new Map();
  const { rows } = await sql<{ room_id: number; name: string }>`
    select managers.room_id, ${personName('people')} as name from (
      select id as room_id, owner_id as user_id, 0 as position from folders where id in (${sql.join(roomIds)})
      union all select room_id, user_id, created_at from room_managers where room_id in (${sql.join(roomIds)})
    ) as managers join users as people on people.id = managers.user_id
    where people.deleted_at is null order by managers.room_id, managers.position, people.id`.execute(db);
  const byRoom = Map.groupBy(rows, ({ room_id }) => Number(room_id));
  return new Map([...byRoom].map(([id, named]) => [id, named.map(({ name }) => name)]));
}

/** Finds the manager who was appointed first, beside the owner of the root folder. */
export function findFirstManager(db: Database, roomId: number): Promise<{ user_id: number } | undefined> {
  return db
    .selectFrom('room_managers')
    .innerJoin('users', 'users.id', 'room_managers.user_id')
    .select('room_managers.user_id')
    .where('room_id', '=', roomId)
    .where('users.deleted_at', 'is', null)
    .orderBy('room_managers.created_at')
    .orderBy('room_managers.user_id')
    .limit(1)
    .executeTakeFirst();
}

export async function findRootOwnerId(db: Database, roomId: number): Promise<number> {
  const row = await db
    .selectFrom('folders')
    .select('owner_id')
    .where('id', '=', roomId)
    .executeTakeFirstOrThrow();
  return row.owner_id;
}

export async function setRootOwner(db: Database, roomId: number, ownerId: number): Promise<void> {
  await db.updateTable('folders').set({ owner_id: ownerId }).where('id', '=', roomId).execute();
}
