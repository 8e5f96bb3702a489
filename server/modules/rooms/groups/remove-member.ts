import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadGroup } from '#server/authorization/groups/load-room.ts';
import { setMembersRemoved } from '#server/authorization/links/link-members.ts';
import { revokeVisitors } from '#server/modules/invitations/group-invitations.ts';
import { findMember } from './member-queries.ts';

/** Removes a member from a group; the access that it gave ends at the next request. */
export function removeMember(ctx: Context, groupId: number, memberId: number): Promise<void> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const { group, room } = await loadGroup(ctx, groupId, 'revokeAccess');
    const member = await findMember(ctx.db, groupId, memberId);
    if (!member) throw new AppError('not-found', 'The member could not be found.');
    if (member.invitation_id !== null) await revokeVisitors(ctx, [member.invitation_id]);
    await setMembersRemoved(ctx.db, [memberId], ctx.now());
    await audit(ctx, {
      action: 'group.remove-member',
      object: { kind: 'group', id: groupId, name: group.name },
      details: { roomId: room.id, email: member.email },
    });
  });
}
