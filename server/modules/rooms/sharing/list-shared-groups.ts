import type { Context } from '#server/app/context.ts';
import type { AccessPath } from '#server/modules/invitations/load-access-path.ts';
import type { SharedGroup } from '#shared/contracts/links/sharing.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { listGroups } from '../groups/queries.ts';
import { findGroupLevels } from './group-level-queries.ts';

/**
 * Lists the groups that can open the folder now, by name, to the staff of its room. Owners of a folder inside who are no staff
 * learn of no group.
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
