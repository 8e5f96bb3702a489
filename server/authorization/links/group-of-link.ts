import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { OWNER_LEVEL } from '../access-level-order.ts';
import { userGrants } from '../grants/direct-grants.ts';
import { mayAdministratorsShare } from '../grants/excluded-rooms.ts';
import { isGroupOfOpenRoom } from '../grants/hidden-rooms.ts';
import { addressText, isExcludedAddress } from '../grants/room-domains.ts';

/** Tells whether a user manages a room. */
export const userManages = (
  user: RawBuilder<unknown>,
  roomId: RawBuilder<unknown>,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select 1 from users managers where managers.id = ${user} and managers.deleted_at is null
    and ((managers.is_admin = 1 and ${mayAdministratorsShare(roomId, 'all')}) or ${roomId} in (
      with given(id, owner_id, access_level) as (${userGrants(sql.ref('managers.id'), 'active')})
      select id from given where access_level = ${OWNER_LEVEL})))`;

/** Tells whether the owner of a link manages a room, as far as its row is `links`. */
export const ownerManages = (roomId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  userManages(sql.ref('links.owner_id'), roomId);

/**
 * Tells whether a member whom a link admitted, in `group_members` and `room_groups`, has lost what its owner gave: they do not
 * manage the room any more.
 */
export const isMemberWithoutGiver = sql<SqlBool>`exists (
  select 1 from invitations admitted join links on links.id = admitted.link_id
    where admitted.id = group_members.invitation_id and not ${ownerManages(sql.ref('room_groups.room_id'))})`;

/**
 * Returns whether a link admits into a group that has not ended, of an open room: anybody, or somebody with this confirmed
 * address.
 */
export async function leadsIntoGroup(
  db: Database,
  linkId: number,
  {
    now,
    address,
    blockedRoomIds,
  }: { now: number; address: string | undefined; blockedRoomIds: readonly number[] },
): Promise<boolean> {
  const isExcluded =
    address === undefined
      ? sql<SqlBool>`1 = 0`
      : isExcludedAddress(addressText(address) ?? sql`''`, sql.ref('room_groups.room_id'));
  const { rows } = await sql`select 1 from links
    join room_groups on room_groups.id = links.group_id
    join folders on folders.id = room_groups.room_id and folders.deleted_at is null
    where links.id = ${linkId} and room_groups.deleted_at is null and ${isGroupOfOpenRoom} and not ${isExcluded}
      and (room_groups.ends_at is null or room_groups.ends_at > ${now})
      and room_groups.room_id not in (${sql.join([0, ...blockedRoomIds])})
      and ${ownerManages(sql.ref('room_groups.room_id'))}`.execute(db);
  return rows.length > 0;
}
