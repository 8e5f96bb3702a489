import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';
import { ownAccess } from '../folder-access.ts';

interface PlaceholderColumns {
  readonly id: RawBuilder<unknown>;
  readonly folderId: RawBuilder<unknown>;
}

/**
 * The condition that a placeholder is hidden from the actor although they see its folder: their group has the level `none` on it, and, as with a
 * file, nothing else gives them the folder. The staff of the room see all, also if they are members of a group.
 */
export function isHiddenPlaceholder(
  requester: Requester,
  { id, folderId }: PlaceholderColumns,
): RawBuilder<SqlBool> {
  const groupIds = groupIdsOf(requester.actor);
  if (groupIds.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`(exists (select 1 from placeholder_levels where placeholder_levels.placeholder_id = ${id}
    and placeholder_levels.level = 'none' and placeholder_levels.group_id in (${sql.join(groupIds)}))
    and ${folderId} not in (select own.id from (${ownAccess(requester, 'active')}) as own))`;
}
