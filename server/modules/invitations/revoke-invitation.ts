import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadInvitation } from '#server/authorization/load-invitation.ts';
import { setInvitationRevoked } from './queries.ts';

/**
 * Revokes an invitation with everything that depends on it: its link, visitor sessions, and a collaboration on all
 * folders.
 */
export function revokeInvitation(ctx: Context, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const invitation = await loadInvitation(ctx, id, 'revoke');
    if (!(await setInvitationRevoked(ctx.db, id, ctx.now()))) {
      const message =
        'This invitation was already accepted. Remove the collaborator from the folder instead.';
      throw new AppError('conflict', message);
    }
    await audit(ctx, {
      action: 'invitation.revoke',
      object: { kind: 'invitation', id, name: invitation.email },
    });
  });
}
