import { type RawBuilder, sql } from 'kysely';
import { isInRanges } from '../api-tokens/address-ranges.ts';
import { isGroupOfOpenRoom } from '../grants/hidden-rooms.ts';
import { isExcludedAddress } from '../grants/room-domains.ts';

/** The members of a group: accounts and invitations, as SQL expressions. */
interface MemberIds {
  readonly user: RawBuilder<unknown>;
  readonly invitation: RawBuilder<unknown>;
}

/** Stands for the address of what is no request, such as a mail to a member: the address ranges of groups do not count. */
export const ANYWHERE = 'anywhere';

/**
 * The ids of the groups of open rooms that an account or a visitor belongs to, with an address that the room admits, and that have not ended, as an SQL
 * expression: joined with `|`, each followed by its address ranges as JSON, for `inGroups`; null without groups, as for nearly every actor.
 */
export const activeGroupIds = ({ user, invitation }: MemberIds, now: number): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select string_agg(cast(room_groups.id as text) || coalesce(group_rules.address_ranges, ''), '|') from group_members
    join room_groups on room_groups.id = group_members.group_id
    left join group_rules on group_rules.group_id = room_groups.id
    where group_members.removed_at is null and room_groups.deleted_at is null and ${isGroupOfOpenRoom}
      and not ${isExcludedAddress(sql`group_members.email_key`, sql`room_groups.room_id`)}
      and (room_groups.ends_at is null or room_groups.ends_at > ${now})
      and (group_members.user_id = ${user} or group_members.invitation_id = ${invitation}))`;

/** Converts the result of `activeGroupIds` to the property of an actor, without the groups that the IP address of the request may not reach. */
export function inGroups(joined: string | null, address: string): { groupIds?: readonly number[] } {
  if (joined === null) return {};
  const groupIds = joined.split('|').flatMap((text) => {
    const [, id, ranges] = /^(\d+)(.*)$/s.exec(text) ?? [];
    const isAdmitted =
      ranges === '' || address === ANYWHERE || isInRanges(address, JSON.parse(ranges ?? '[]'));
    return isAdmitted ? [Number(id)] : [];
  });
  return groupIds.length === 0 ? {} : { groupIds };
}
