import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import type { ExposureCheck } from '#shared/contracts/rooms/exposure.ts';
import * as queries from './check-queries.ts';
import { presentCheck } from './load-check.ts';

/** Queues a check of everything that a group can reach. One runs at a time for each group. */
export function requestCheck(
  ctx: Context,
  groupId: number,
  { includeDrafts }: { includeDrafts: boolean },
): Promise<ExposureCheck> {
  return withLock(ctx, 'folder-tree', async (before) => {
    const ctx = await reloadUser(before);
    const { group, room } = await loadGroup(ctx, groupId, 'manage');
    if ((await queries.findUnfinishedCheck(ctx.db, groupId)) !== undefined)
      throw new AppError('conflict', 'A check of this group is running already.');
    const check = await queries.insertCheck(ctx.db, {
      room_id: room.id,
      group_id: groupId,
      requested_by_id: ctx.actor.id,
      includes_drafts: includeDrafts ? 1 : 0,
      state: 'waiting',
      created_at: ctx.now(),
    });
    await publish(ctx, 'room.exposure_check_requested', { checkId: check.id }, { ownerId: ctx.actor.id });
    await audit(ctx, {
      action: 'exposure.check',
      object: { kind: 'group', id: groupId, name: group.name },
      details: { roomId: room.id, checkId: check.id, includeDrafts },
    });
    return presentCheck(ctx, check, group);
  });
}
