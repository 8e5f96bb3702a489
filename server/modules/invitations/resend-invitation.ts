import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { refuseTokenBelowAccount } from '#server/authorization/api-tokens/assert-token-allows.ts';
import { loadInvitation } from '#server/authorization/load-invitation.ts';
import { resolveInvitationFolders } from '#server/authorization/load-invitation-by-token.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import { personNameOf } from '#server/modules/accounts/present-person.ts';
import type { SentInvitation } from '#shared/contracts/invitations.ts';
import { expiryAfterDays } from './invitation-expiry.ts';
import { limitInvitations } from './limit-invitations.ts';
import { mailInvitation } from './mail-invitation.ts';
import { setInvitationRenewed } from './queries.ts';

/** Renews an invitation and mails it again with the same link, so that the earlier mail works too. */
export async function resendInvitation(ctx: Context, id: number): Promise<SentInvitation> {
  const sender = await loadCurrentUser(ctx);
  const { all_folders } = await loadInvitation(ctx, id, 'resend');
  if (all_folders === 1) refuseTokenBelowAccount(ctx.actor, sender);
  await limitInvitations(ctx);
  return transaction(ctx, async (ctx) => {
    const invitation = await loadInvitation(ctx, id, 'resend');
    if (invitation.accepted_at !== null)
      throw new AppError('conflict', 'This invitation was already accepted.');
    if (invitation.all_folders === 0 && (await resolveInvitationFolders(ctx, id)).length === 0) {
      throw new AppError(
        'conflict',
        'The folders of this invitation no longer exist. Create a new invitation.',
      );
    }
    const expiry = expiryAfterDays(ctx, invitation.expiration_days);
    await setInvitationRenewed(ctx.db, id, expiry);
    await audit(ctx, {
      action: 'invitation.resend',
      object: { kind: 'invitation', id, name: invitation.email },
    });
    return mailInvitation(
      ctx,
      { ...invitation, ...expiry },
      { inviter: personNameOf(sender), isReminder: true },
    );
  });
}
