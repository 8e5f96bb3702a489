import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';

/**
 * The name by which members of groups and visitors of links know a folder that may be a room: its code name, if it has one,
 * because the name may be that of a company for sale. An expression over `folders` and `rooms`.
 */
export const NAME_FOR_MEMBERS = sql<string>`coalesce(nullif(rooms.code_name, ''), folders.name)`;

const nameForMembers = ({ db }: Pick<Context, 'db'>, roomId: number) =>
  db
    .selectFrom('rooms')
    .innerJoin('folders', 'folders.id', 'rooms.folder_id')
    .select(NAME_FOR_MEMBERS.as('name'))
    .where('rooms.folder_id', '=', roomId);

/** Returns the name by which members know a room. */
export const findRoomNameForMembers = async (
  ctx: Pick<Context, 'db'>,
  roomId: number,
): Promise<string | undefined> => (await nameForMembers(ctx, roomId).executeTakeFirst())?.name;

/** Returns that name if the actor is in a group of the room. */
export async function findRoomNameAsMember(
  ctx: Pick<Context, 'db' | 'actor'>,
  roomId: number,
): Promise<string | undefined> {
  const groupIds = groupIdsOf(ctx.actor);
  if (groupIds.length === 0) return undefined;
  const room = await nameForMembers(ctx, roomId)
    .where('rooms.folder_id', 'in', (query) =>
      query.selectFrom('room_groups').select('room_id').where('id', 'in', groupIds),
    )
    .executeTakeFirst();
  return room?.name;
}
