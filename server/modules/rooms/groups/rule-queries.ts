import type { Insertable } from 'kysely';
import type { Services } from '#server/app/context.ts';
import { isEndedMembership } from '#server/authorization/links/link-members.ts';
import type { Database } from '#server/database/open-database.ts';
import type { GroupRulesTable } from '#server/database/tables/rooms.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';

/** Finds the rules of groups, with the names of their watermarks. */
export async function findRulesOf(db: Database, groupIds: readonly number[]) {
  if (groupIds.length === 0) return [];
  return db
    .selectFrom('group_rules')
    .leftJoin('watermarks', 'watermarks.id', 'group_rules.watermark_id')
    .selectAll('group_rules')
    .select('watermarks.name as watermark_name')
    .where('group_id', 'in', groupIds)
    .execute();
}

export async function setRules(db: Database, rules: Insertable<GroupRulesTable>): Promise<void> {
  const { group_id: _, ...values } = rules;
  await db
    .insertInto('group_rules')
    .values(rules)
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet(values))
    .execute();
}

interface Neighbor {
  readonly id: number;
  readonly email: string;
}

/**
 * Lists the members of those groups of a room that let members see each other, without those whose access has ended; one more
 * than `limit`.
 */
export function listNeighbors(
  { db, now }: Pick<Services, 'db' | 'now'>,
  roomId: number,
  groupIds: readonly number[],
  { limit, cursor = 0 }: PageRequest,
): Promise<Neighbor[]> {
  return db
    .selectFrom('group_members')
    .innerJoin('group_rules', 'group_rules.group_id', 'group_members.group_id')
    .select(['group_members.id', 'group_members.email'])
    .where('group_members.room_id', '=', roomId)
    .where('group_members.group_id', 'in', groupIds)
    .where('group_rules.members_see_each_other', '=', 1)
    .where('group_members.removed_at', 'is', null)
    .where((where) => where.not(isEndedMembership(now())))
    .where('group_members.id', '>', cursor)
    .orderBy('group_members.id')
    .limit(limit + 1)
    .execute();
}

/** Lists the rooms of these groups that are not in the trash, and whether they show groups their own analytics. */
export async function listRoomsOf(
  db: Database,
  groupIds: readonly number[],
): Promise<{ roomId: number; shows: 0 | 1 | null }[]> {
  if (groupIds.length === 0) return [];
  return db
    .selectFrom('room_groups')
    .innerJoin('folders', 'folders.id', 'room_groups.room_id')
    .leftJoin('room_analytics', 'room_analytics.room_id', 'room_groups.room_id')
    .select(['room_groups.room_id as roomId', 'room_analytics.shows_groups_own as shows'])
    .distinct()
    .where('room_groups.id', 'in', groupIds)
    .where('folders.deleted_at', 'is', null)
    .where('folders.parent_id', 'is', null)
    .orderBy('room_groups.room_id')
    .execute();
}
