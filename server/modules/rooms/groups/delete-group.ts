import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import { revokeVisitors } from '#server/modules/invitations/group-invitations.ts';
import { countOf } from '#shared/domain/format.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { closeInbox, countInboxFiles } from '../inbox/queries.ts';
import { findRoomRow } from '../state/queries.ts';
import { invitationIdsOf, setGroupDeleted } from './queries.ts';

/** Deletes a group whose inbox is empty: its members lose the access that it gave at their next request. */
export function deleteGroup(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const { group, room } = await loadGroup(ctx, id, 'revokeAccess');
    const waiting = await countInboxFiles(ctx.db, id);
    // A closed room accepts and deletes nothing, but access can still be taken away.
    if (waiting > 0 && !isReadOnlyState((await findRoomRow(ctx.db, room.id)).state))
      throw new AppError(
        'conflict',
        `The inbox of this group has ${countOf(waiting, 'file')}. Accept or delete what its members sent first.`,
      );
    await closeInbox(ctx.db, id);
    await revokeVisitors(ctx, await invitationIdsOf(ctx.db, id));
    await setGroupDeleted(ctx.db, id, ctx.now());
    await audit(ctx, {
      action: 'group.delete',
      object: { kind: 'group', id, name: group.name },
      details: { roomId: room.id },
    });
  });
}
