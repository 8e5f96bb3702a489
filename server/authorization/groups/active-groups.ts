import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Services } from '#server/app/context.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { isGroupOfOpenRoom } from '../grants/hidden-rooms.ts';
import { isExcludedAddress } from '../grants/room-domains.ts';
import { isMemberWithoutGiver } from '../links/group-of-link.ts';

/** The members of a group: accounts and invitations, as SQL expressions. */
interface MemberIds {
  readonly user: RawBuilder<unknown>;
  readonly invitation: RawBuilder<unknown>;
}

interface Options {
  /**
   * Marks the groups into which a link admitted the member, in place of finding out whether its owner may still give that: see
   * `settleGroups`.
   */
  readonly leavesLinkedOpen?: boolean;
}

const OPEN_MARK = '?';

/** Tells whether a link admitted the member in `group_members`. */
const isMemberByLink = sql<SqlBool>`exists (
  select 1 from invitations admitted where admitted.id = group_members.invitation_id and admitted.link_id is not null)`;

/**
 * The ids of the groups of open rooms that an account or a visitor belongs to, with an address that the room admits, and that
 * have not ended, joined with commas, as an SQL expression; null without groups, as for nearly every actor.
 */
export const activeGroupIds = (
  { user, invitation }: MemberIds,
  now: number,
  { leavesLinkedOpen = false }: Options = {},
): RawBuilder<string | null> => {
  const id = sql`cast(room_groups.id as text)`;
  const marked = sql`case when ${isMemberByLink} then ${sql.lit(OPEN_MARK)} else '' end || ${id}`;
  const isGiven = leavesLinkedOpen ? sql<SqlBool>`1 = 1` : sql<SqlBool>`not ${isMemberWithoutGiver}`;
  return sql<string | null>`(select string_agg(${leavesLinkedOpen ? marked : id}, ',') from group_members
    join room_groups on room_groups.id = group_members.group_id
    where group_members.removed_at is null and room_groups.deleted_at is null and ${isGroupOfOpenRoom}
      and not ${isExcludedAddress(sql`group_members.email_key`, sql`room_groups.room_id`)}
      and ${isGiven}
      and (room_groups.ends_at is null or room_groups.ends_at > ${now})
      and (group_members.user_id = ${user} or group_members.invitation_id = ${invitation}))`;
};

interface HolderIds {
  readonly userId: number | null;
  readonly invitationId: number | null;
}

const selectGroups = prepareQuery(
  (_, { userId, invitationId, at }: HolderIds & { readonly at: number }) =>
    sql<{
      groupIds: string | null;
    }>`select ${activeGroupIds({ user: sql`cast(${userId} as bigint)`, invitation: sql`cast(${invitationId} as bigint)` }, at)} as "groupIds"`,
);

/**
 * Removes from a result of `activeGroupIds` that left this open the groups whose link has an owner who may no longer give access.
 * Statements that each request runs leave it open: it takes the whole rule of access, which PostgreSQL prepares to run whenever
 * the statement does, even where it is not reached.
 */
export async function settleGroups(
  { db, now }: Pick<Services, 'db' | 'now'>,
  joined: string | null,
  holder: HolderIds,
): Promise<string | null> {
  if (joined === null || !joined.includes(OPEN_MARK)) return joined;
  const { userId, invitationId } = holder;
  const [row] = await selectGroups(db, { userId, invitationId, at: now() });
  const active = new Set(row?.groupIds?.split(','));
  // Considers only the groups found first, whose address rules were read with them.
  const settled = joined.split(',').flatMap((marked) => {
    const id = marked.replace(OPEN_MARK, '');
    return active.has(id) ? id : [];
  });
  return settled.length === 0 ? null : settled.join(',');
}

/** Converts the result of `activeGroupIds` to the property of an actor; a group that was left open counts for nothing. */
export function inGroups(joined: string | null): { groupIds?: readonly number[] } {
  const groupIds = (joined?.split(',') ?? []).filter((id) => !id.startsWith(OPEN_MARK)).map(Number);
  return groupIds.length === 0 ? {} : { groupIds };
}
