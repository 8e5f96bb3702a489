import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';

interface NewAccess {
  readonly roomId: number;
  readonly userId: number;
  readonly reason: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export async function mayAdministratorsRead(db: Database, roomId: number): Promise<boolean> {
  const row = await db
    .selectFrom('rooms')
    .select('administrators_can_read')
    .where('folder_id', '=', roomId)
    .executeTakeFirstOrThrow();
  return row.administrators_can_read === 1;
}

export async function insertAccess(db: Database, access: NewAccess): Promise<void> {
  await db
    .insertInto('emergency_accesses')
    .values({
      room_id: access.roomId,
      user_id: access.userId,
      reason: access.reason,
      created_at: access.createdAt,
      expires_at: access.expiresAt,
    })
    .execute();
}

/** Lists the emergency accesses to a room, newest first; one more than `limit`. */
export const listAccesses = (db: Database, roomId: number, { limit, cursor }: PageRequest) =>
  db
    .selectFrom('emergency_accesses')
    .innerJoin('users', 'users.id', 'emergency_accesses.user_id')
    .selectAll('emergency_accesses')
    .select('users.username')
    .where('room_id', '=', roomId)
    .$if(cursor !== undefined, (query) => query.where('emergency_accesses.id', '<', cursor ?? 0))
    .orderBy('emergency_accesses.id', 'desc')
    .limit(limit + 1)
    .execute();

/** Limits `people`, an alias of `users`, to the managers of a room. */
const managers = (roomId: number) => sql`(people.deleted_at is null
  and (people.id = (select owner_id from folders where id = ${roomId})
    or people.id in (select user_id from room_managers where room_id = ${roomId})))`;

/** Lists the confirmed addresses of the managers of a room: any other may belong to somebody else. */
export async function listManagerAddresses(db: Database, roomId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`select people.email from users as people
    where ${managers(roomId)} and people.email_verified_at is not null order by people.id`.execute(db);
  return rows.map(({ email }) => email);
}

export async function countManagers(db: Database, roomId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from users as people
    where ${managers(roomId)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
