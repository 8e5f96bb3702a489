import { type RawBuilder, sql } from 'kysely';
import type { Flag } from '#server/database/tables/column-types.ts';
import { type Actor, groupIdsOf } from '#shared/policies/actor.ts';

/** The rules of groups about what their members read. */
type ReadingRule = 'watermarks_pages' | 'sees_versions';

/** Each as a condition over `group_rules`. A group with a watermark of its own carries it on every page. */
const HAS_RULE: Readonly<Record<ReadingRule, RawBuilder<unknown>>> = {
  watermarks_pages: sql`(group_rules.watermarks_pages = 1 or group_rules.watermark_id is not null)`,
  sees_versions: sql`group_rules.sees_versions = 1`,
};

/** Tells whether a group of the actor in the room of the row of `rooms` has a rule. */
const hasGroupWith = (rule: ReadingRule, groupIds: readonly number[]) =>
  sql`exists (select 1 from group_rules join room_groups on room_groups.id = group_rules.group_id
    where room_groups.room_id = rooms.folder_id and room_groups.id in (${sql.join(groupIds)})
      and ${HAS_RULE[rule]})`;

/**
 * Tells whether the pages of a room carry a watermark for an actor, by its own rule or by that of their group: an expression over
 * `rooms`.
 */
export function watermarksPages(actor: Actor): RawBuilder<Flag | null> {
  const groupIds = groupIdsOf(actor);
  if (groupIds.length === 0) return sql<Flag | null>`rooms.watermarks_pages`;
  return sql<Flag | null>`case when ${hasGroupWith('watermarks_pages', groupIds)} then 1 else rooms.watermarks_pages end`;
}

/** Tells whether the group of an actor sees earlier versions in a room: an expression over `rooms`. */
export function seesVersions(actor: Actor): RawBuilder<Flag> {
  const groupIds = groupIdsOf(actor);
  if (groupIds.length === 0) return sql<Flag>`0`;
  return sql<Flag>`case when ${hasGroupWith('sees_versions', groupIds)} then 1 else 0 end`;
}
