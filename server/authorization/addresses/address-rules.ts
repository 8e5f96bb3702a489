import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { userGrants } from '../grants/direct-grants.ts';
import { isInRanges } from './address-ranges.ts';

/** The holder of a session or token, as SQL expressions. */
interface Holder {
  readonly user: RawBuilder<number>;
  readonly isAdmin: RawBuilder<unknown>;
  readonly invitation: RawBuilder<unknown>;
}

/** Tells whether a user works in a room: its owner, managers and editors. */
export const isRoomStaff = (user: RawBuilder<number>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from (${userGrants(user, 'active')}) staffed
    join rooms on rooms.folder_id = staffed.id)`;

/**
 * The address rules that can concern a holder, one after the other as `kind id ranges;`, as an SQL expression; null where there
 * are none. They are compared with the address of the request outside the database, which knows no IPv6 networks on SQLite. With
 * `leavesStaffOpen` the rule for staff is among those of every user: `settleLimits` finds out whom it concerns.
 */
export const addressRulesOf = (
  { user, isAdmin, invitation }: Holder,
  { leavesStaffOpen = false } = {},
): RawBuilder<string | null> =>
  sql<string | null>`(select string_agg(rule, ';') from (
    select 'account 0 ' || ranges as rule from address_rules where scope = 'administrators' and ${isAdmin} = 1
    union all
    select ${sql.lit(leavesStaffOpen ? 'staff 0 ' : 'account 0 ')} || ranges from address_rules
      where scope = 'staff' and ${leavesStaffOpen ? sql<SqlBool>`${user} is not null` : isRoomStaff(user)}
    union all
    select 'room ' || cast(scope_id as text) || ' ' || ranges from address_rules where scope = 'room'
    union all
    select 'group ' || cast(room_groups.id as text) || ' ' || restricted.ranges from group_members
      join room_groups on room_groups.id = group_members.group_id
      join (select group_id, address_ranges as ranges from group_rules where address_ranges is not null
        union all select room_groups.id, ranges from address_rules
          join room_groups on room_groups.room_id = scope_id where scope = 'room') restricted on restricted.group_id = room_groups.id
      where group_members.removed_at is null
        and (group_members.user_id = ${user} or group_members.invitation_id = ${invitation})
  ) as rules)`;

/** The rights that the address of a request takes from its actor. */
export interface AddressLimits {
  /** The account may not be used from here at all. */
  readonly isRefused: boolean;
  /** The account may not be used from here if it is one of staff. */
  readonly isRefusedToStaff: boolean;
  readonly roomIds: readonly number[];
  readonly groupIds: readonly number[];
}

const UNLIMITED: AddressLimits = { isRefused: false, isRefusedToStaff: false, roomIds: [], groupIds: [] };

/** Compares the result of `addressRulesOf` with an address. Work that no request asked for has none, and is not limited. */
export function limitsAt(address: string, joined: string | null): AddressLimits {
  if (joined === null || address === '') return UNLIMITED;
  const broken = joined.split(';').flatMap((rule) => {
    const [kind, id, ranges = '[]'] = rule.split(' ');
    return isInRanges(address, JSON.parse(ranges)) ? [] : [{ kind, id: Number(id) }];
  });
  const idsOf = (wanted: string) => [
    ...new Set(broken.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))),
  ];
  return {
    isRefused: broken.some(({ kind }) => kind === 'account'),
    isRefusedToStaff: broken.some(({ kind }) => kind === 'staff'),
    roomIds: idsOf('room'),
    groupIds: idsOf('group'),
  };
}

/**
 * Finds out whether a user is staff where the address is refused to staff. Statements that each request runs leave that open: it
 * takes the whole rule of access, for which PostgreSQL makes large tables before a statement runs, also where they are not read.
 */
export async function settleLimits(
  { db }: { db: Database },
  limits: AddressLimits,
  userId: number | null,
): Promise<AddressLimits> {
  if (!limits.isRefusedToStaff || limits.isRefused) return limits;
  const isStaff = userId !== null && (await selectStaff(db, { userId })).length > 0;
  return { ...limits, isRefused: isStaff, isRefusedToStaff: false };
}

const selectStaff = prepareQuery((db, { userId }: { readonly userId: number }) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(isRoomStaff(sql.ref('users.id'))),
);

/** Returns the actor as far as the address of the request permits; what was left open is refused. */
export function restrictedTo(limits: AddressLimits, actor: Actor): Actor {
  if (actor.kind === 'anonymous' || limits === UNLIMITED) return actor;
  if (limits.isRefused || limits.isRefusedToStaff) return { kind: 'anonymous', isRefusedHere: true };
  const { groupIds, ...others } = actor;
  const left = groupIds?.filter((id) => !limits.groupIds.includes(id)) ?? [];
  return {
    ...others,
    ...(left.length > 0 && { groupIds: left }),
    ...(limits.roomIds.length > 0 && { blockedRoomIds: limits.roomIds }),
  };
}
