import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { requestExposureCheck as contract, ExposureCheck } from '#shared/contracts/rooms/exposure.ts';
import { hashContent } from '../publications/difference.ts';
import { releaseCanceled } from '../publications/release-canceled.ts';
import { assertFoldersAreVisible, chooseDrafts } from '../publications/select-drafts.ts';
import * as queries from './check-queries.ts';
import { presentCheck } from './load-check.ts';
import { insertSelection } from './selection/selection-queries.ts';

/**
 * Queues a check of everything that a group can reach, or of what selected drafts show it once they are published. One runs at a
 * time for each group. Refuses a selection as its publication would be refused.
 */
export function requestCheck(
  ctx: Context,
  groupId: number,
  { includeDrafts, selection, version }: BodyOf<typeof contract>,
): Promise<ExposureCheck> {
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const { group, room } = await loadGroup(ctx, groupId, 'manage');
    if ((await queries.findUnfinishedCheck(ctx.db, groupId)) !== undefined)
      throw new AppError('conflict', 'A check of this group is running already.');
    if (selection) {
      await releaseCanceled(ctx, room.id);
      await chooseDrafts(ctx, room.id, { version, selection });
      // What is scheduled counts as published; what waits for an approval hides all that is in it.
      await assertFoldersAreVisible(ctx, room.id, { drafts: selection, at: Number.MAX_SAFE_INTEGER });
    }
    const check = await queries.insertCheck(ctx.db, {
      room_id: room.id,
      group_id: groupId,
      requested_by_id: ctx.actor.id,
      includes_drafts: includeDrafts || selection ? 1 : 0,
      state: 'waiting',
      created_at: ctx.now(),
      selection_hash: selection ? await hashContent(ctx, room.id, selection) : null,
    });
    if (selection) await insertSelection(ctx.db, check.id, selection);
    await publish(ctx, 'room.exposure_check_requested', { checkId: check.id }, { ownerId: ctx.actor.id });
    await audit(ctx, {
      action: 'exposure.check',
      object: { kind: 'group', id: groupId, name: group.name },
      details: {
        roomId: room.id,
        checkId: check.id,
        includeDrafts,
        ...(selection && {
          folders: new Set(selection.folderIds).size,
          files: new Set(selection.fileIds).size,
          changes: new Set(selection.changeIds).size,
        }),
      },
    });
    return presentCheck(ctx, check, group);
  });
}
