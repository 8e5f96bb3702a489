import { sql } from 'kysely';
import type { Context } from '#server/app/context.ts';
import { accessOf } from '#server/authorization/access-level.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/access-level-order.ts';
import { groupFoldersIn } from '#server/authorization/folder-access.ts';
import { ancestors } from '#server/authorization/folder-ancestors.ts';
import { publishedBy } from '#server/authorization/publication/published.ts';
import { listGroups } from '#server/modules/rooms/queries.ts';
import type { SharedGroup } from '#shared/contracts/sharing.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import type { AccessPath } from '../load-access-path.ts';

/**
 * Lists the groups that can open the folder now, by name, to the staff of its room. Owners of a folder inside who are no staff learn
 * of no group.
 */
export async function listSharedGroups(
  ctx: Context,
  { folder, rootId, accessToRoot }: AccessPath,
): Promise<SharedGroup[]> {
  // Only the staff see a room in preparation or a closed one.
  if (!folder.isInRoom || accessToRoot.roomState !== 'open') return [];
  if (!roomPolicy.view(ctx.actor, accessToRoot)) return [];
  const groups = (await listGroups(ctx.db, rootId)).filter(
    ({ ends_at }) => ends_at === null || ends_at > ctx.now(),
  );
  const levels = await findGroupLevels(
    ctx,
    folder.id,
    groups.map(({ id }) => id),
  );
  return groups.flatMap(({ id, name, memberCount }) => {
    const level = levels.get(id);
    return level === undefined ? [] : [{ id, roomId: rootId, name, memberCount, level }];
  });
}

/** Finds the levels of these groups in a folder; those that do not see it are missing. */
async function findGroupLevels(
  { db, now }: Context,
  folderId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, SharedGroup['level']>> {
  if (groupIds.length === 0) return new Map();
  const { rows } = await sql<{ group_id: number; access_level: number }>`
    with recursive ${ancestors(sql`${folderId}`)}
    select group_id, access_level from (${groupFoldersIn('ancestors', groupIds, publishedBy({ now }))}) as of_groups
      where id = ${folderId} and access_level > ${sql.lit(ACCESS_LEVEL_ORDER.none)}`.execute(db);
  return new Map(
    rows.map(({ group_id, access_level }) => [group_id, accessOf(access_level).groupAccess?.level ?? 'view']),
  );
}
