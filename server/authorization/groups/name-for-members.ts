import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';

/**
 * The name by which members of groups and visitors of links know a folder that may be a room: its code name, if it has one,
 * because the name may be that of a company for sale. An expression over `folders` and `rooms`.
 */
export const NAME_FOR_MEMBERS = sql<string>`coalesce(nullif(rooms.code_name, ''), folders.name)`;

/** Returns the name by which members know a room. */
export async function findRoomNameForMembers(
  { db }: Pick<Context, 'db'>,
  roomId: number,
): Promise<string | undefined> {
  const room = await db
    .selectFrom('rooms')
    .innerJoin('folders', 'folders.id', 'rooms.folder_id')
    .select(NAME_FOR_MEMBERS.as('name'))
    .where('rooms.folder_id', '=', roomId)
    .executeTakeFirst();
  return room?.name;
}
