import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';
import type { ChosenWatermark } from '../links/link-watermark.ts';
import { NAME_FOR_MEMBERS } from './name-for-members.ts';

/** The name and the address of the reader; of the manager who views a room as somebody else. */
function readerOf({ actor }: Pick<Context, 'actor'>): RawBuilder<unknown> {
  const userId =
    actor.kind === 'user' ? actor.id : actor.kind === 'visitor' ? actor.viewAs?.openedById : undefined;
  if (userId !== undefined) return sql`select username as name, email from users where id = ${userId}`;
  const invitationId = actor.kind === 'visitor' ? actor.invitationId : 0;
  return sql`select email as name, email from invitations where id = ${invitationId}`;
}

/**
 * Finds the watermark that the group of a reader in a room has, or else the room; `undefined` without one. `copy` is the place of
 * the member among those whom the group ever had, 0 for everybody else.
 */
export async function findRoomWatermark(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  roomId: number,
): Promise<ChosenWatermark | undefined> {
  const isMember =
    actor.kind === 'user'
      ? sql`own.user_id = ${actor.id}`
      : sql`own.invitation_id = ${actor.kind === 'visitor' ? actor.invitationId : 0}`;
  const { rows } = await sql<ChosenWatermark>`
    select template, angle, size, density, color, reader.name, reader.email, '' as link,
      coalesce(room_groups.name, '') as "group", ${NAME_FOR_MEMBERS} as room,
      (select count(*) from group_members as earlier where earlier.group_id = room_groups.id and earlier.id <=
        (select max(own.id) from group_members as own
          where own.group_id = room_groups.id and own.removed_at is null and ${isMember})) as copy
    from rooms join folders on folders.id = rooms.folder_id
      cross join (${readerOf({ actor })}) as reader
      left join room_groups on room_groups.room_id = rooms.folder_id
        and room_groups.id in (${sql.join([0, ...groupIdsOf(actor)])})
      left join group_rules on group_rules.group_id = room_groups.id
      join watermarks on watermarks.id = coalesce(group_rules.watermark_id, rooms.watermark_id)
    where rooms.folder_id = ${roomId}`.execute(db);
  return rows[0];
}
