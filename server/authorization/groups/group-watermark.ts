import { type RawBuilder, sql } from 'kysely';
import type { Flag } from '#server/database/tables/column-types.ts';
import { type Actor, groupIdsOf } from '#shared/policies/actor.ts';

/** Tells whether the pages of a room carry a watermark for an actor, by its own rule or by that of their group: an expression over `rooms`. */
export function watermarksPages(actor: Actor): RawBuilder<Flag | null> {
  const groupIds = groupIdsOf(actor);
  if (groupIds.length === 0) return sql<Flag | null>`rooms.watermarks_pages`;
  return sql<Flag | null>`case when exists (select 1 from group_rules join room_groups on room_groups.id = group_rules.group_id
    where room_groups.room_id = rooms.folder_id and room_groups.id in (${sql.join(groupIds)})
      and group_rules.watermarks_pages = 1) then 1 else rooms.watermarks_pages end`;
}
