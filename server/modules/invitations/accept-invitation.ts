import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import {
  loadInvitationByToken,
  type OpenInvitation,
} from '#server/authorization/load-invitation-by-token.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import { insertCollaborations, setInvitationAccepted } from './queries.ts';

type Account = Awaited<ReturnType<typeof loadCurrentUser>>;

/** Accepts an invitation to collaborate, once, for the account of the invited address. */
export async function acceptInvitation(ctx: Context, token: string): Promise<Account> {
  authorizeSystemAction(ctx.actor, 'acceptInvitation');
  // Outside the transaction, because a rollback would undo the count of failed attempts.
  await loadCollaboratorInvitation(ctx, token);
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const account = await loadCurrentUser(ctx);
    const invitation = await loadCollaboratorInvitation(ctx, token);
    if (account.email_key !== invitation.email_key) {
      throw new AppError(
        'forbidden',
        'This invitation is for another email address. Sign in with the account of that address.',
      );
    }
    await applyInvitation(ctx, invitation, account);
    return account;
  });
}

/** Loads an open collaborator invitation by its token. */
export async function loadCollaboratorInvitation(ctx: Context, token: string): Promise<OpenInvitation> {
  const invitation = await loadInvitationByToken(ctx, token);
  if (invitation.role === 'collaborator') return invitation;
  throw new AppError(
    'conflict',
    "This link is for visitors and doesn't require an account. Open it to view the documents.",
  );
}

/** Requires the folder tree lock, so that no folder changes its owner between the check and the update. */
export async function applyInvitation(
  ctx: Context,
  invitation: OpenInvitation,
  account: Account,
): Promise<void> {
  const accepted = { userId: account.id, now: ctx.now() };
  if (!(await setInvitationAccepted(ctx.db, invitation.id, accepted))) {
    throw new AppError('conflict', 'This invitation was already accepted. Sign in instead.');
  }
  await insertCollaborations(ctx.db, invitation.id, accepted);
  await audit(ctx, {
    action: 'invitation.accept',
    actor: { kind: 'user', id: account.id, isAdmin: account.is_admin === 1 },
    object: { kind: 'invitation', id: invitation.id, name: invitation.email },
  });
}
