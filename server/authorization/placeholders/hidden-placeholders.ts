import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Requester } from '#server/app/context.ts';
import { groupIdsOf } from '#shared/policies/actor.ts';
import { ACCESS_LEVEL_ORDER } from '../access-level-order.ts';
import { ownAccess } from '../folder-access.ts';
import { isFolderVisible } from '../visible-to.ts';

const NONE = sql.lit(ACCESS_LEVEL_ORDER.none);

/** A group of the actor has the level `none` on a placeholder. */
const isDenied = (groupIds: readonly number[], id: RawBuilder<unknown>) =>
  sql`exists (select 1 from placeholder_levels where placeholder_levels.placeholder_id = ${id}
    and placeholder_levels.level = 'none' and placeholder_levels.group_id in (${sql.join(groupIds)}))`;

/**
 * The condition that a placeholder is hidden from the actor although they see its folder: their group has the level `none` on it,
 * and, as with a file, nothing else gives them the folder. The staff of the room see all, also if they are members of a group.
 */
export function isHiddenPlaceholder(requester: Requester): RawBuilder<SqlBool> {
  const groupIds = groupIdsOf(requester.actor);
  if (groupIds.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`(${isDenied(groupIds, sql`placeholders.id`)}
    and placeholders.folder_id not in (select own.id from (${ownAccess(requester, 'active')}) as own))`;
}

/**
 * The same rule for folders and placeholders, the rows `places`, joined with `visible` as lists of files are: the actor sees
 * them.
 */
export function isShownPlace(requester: Requester): RawBuilder<SqlBool> {
  const groupIds = groupIdsOf(requester.actor);
  if (groupIds.length === 0) return isFolderVisible(requester);
  return sql<SqlBool>`(coalesce(visible.access_level, ${NONE}) > ${NONE} or (coalesce(visible.group_level, ${NONE}) > ${NONE}
    and not (places.kind = 'placeholder' and ${isDenied(groupIds, sql`places.id`)})))`;
}
