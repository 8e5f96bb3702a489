import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import { revokeVisitors } from '#server/modules/invitations/group-invitations.ts';
import { invitationIdsOf, setGroupDeleted } from './queries.ts';

/** Deletes a group: its members lose the access that it gave at their next request. */
export function deleteGroup(ctx: Context, id: number): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const { group, room } = await loadGroup(ctx, id, 'revokeAccess');
    await revokeVisitors(ctx, await invitationIdsOf(ctx.db, id));
    await setGroupDeleted(ctx.db, id, ctx.now());
    await audit(ctx, {
      action: 'group.delete',
      object: { kind: 'group', id, name: group.name },
      details: { roomId: room.id },
    });
  });
}
