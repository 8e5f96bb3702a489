import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, groupIdsOf } from '#shared/policies/actor.ts';

/**
 * The condition that a placeholder is hidden from the actor although they see its folder: their group has the level `none` on it. The
 * staff of the room see all, also if they are members of a group.
 */
export function isHiddenPlaceholder(actor: Actor, id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const groupIds = groupIdsOf(actor);
  if (groupIds.length === 0) return sql<SqlBool>`1 = 0`;
  const userId = actor.kind === 'user' ? actor.id : 0;
  const isStaff = sql`exists (select 1 from room_groups as staffed
    join folders as root on root.id = staffed.room_id
    where staffed.id = placeholder_levels.group_id and (root.owner_id = ${userId}
      or exists (select 1 from collaborators where collaborators.folder_id = root.id and collaborators.user_id = ${userId})
      or exists (select 1 from room_managers where room_managers.room_id = root.id and room_managers.user_id = ${userId})))`;
  return sql<SqlBool>`exists (select 1 from placeholder_levels where placeholder_levels.placeholder_id = ${id}
    and placeholder_levels.level = 'none' and placeholder_levels.group_id in (${sql.join(groupIds)}) and not ${isStaff})`;
}
