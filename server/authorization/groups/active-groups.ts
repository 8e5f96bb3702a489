import { type RawBuilder, sql } from 'kysely';
import { isGroupOfOpenRoom } from '../grants/hidden-rooms.ts';
import { isExcludedAddress } from '../grants/room-domains.ts';
import { isMemberWithoutGiver } from '../links/group-of-link.ts';

/** The members of a group: accounts and invitations, as SQL expressions. */
interface MemberIds {
  readonly user: RawBuilder<unknown>;
  readonly invitation: RawBuilder<unknown>;
}

/**
 * The ids of the groups of open rooms that an account or a visitor belongs to, with an address that the room admits, and that have not ended, joined with commas, as an SQL
 * expression; null without groups, as for nearly every actor.
 */
export const activeGroupIds = ({ user, invitation }: MemberIds, now: number): RawBuilder<string | null> =>
  sql<string | null>`(select string_agg(cast(room_groups.id as text), ',') from group_members
    join room_groups on room_groups.id = group_members.group_id
    where group_members.removed_at is null and room_groups.deleted_at is null and ${isGroupOfOpenRoom}
      and not ${isExcludedAddress(sql`group_members.email_key`, sql`room_groups.room_id`)}
      and not ${isMemberWithoutGiver}
      and (room_groups.ends_at is null or room_groups.ends_at > ${now})
      and (group_members.user_id = ${user} or group_members.invitation_id = ${invitation}))`;

/** Converts the result of `activeGroupIds` to the property of an actor. */
export const inGroups = (joined: string | null): { groupIds?: readonly number[] } =>
  joined === null ? {} : { groupIds: joined.split(',').map(Number) };
