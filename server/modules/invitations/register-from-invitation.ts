import { type Context, withLock } from '#server/app/context.ts';
import type { OpenInvitation } from '#server/authorization/load-invitation-by-token.ts';
import { hashPassword } from '#server/authorization/passwords/password-hashing.ts';
import { countWithinLimit } from '#server/authorization/rate-limits.ts';
import { assertAcceptablePassword } from '#server/modules/accounts/assert-acceptable-password.ts';
import { insertAccount } from '#server/modules/accounts/create-account.ts';
import { assertRegistrationAllowed } from '#server/modules/settings/assert-registration-allowed.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { registerFromInvitation as contract } from '#shared/contracts/invitations.ts';
import { applyInvitation, loadCollaboratorInvitation } from './accept-invitation.ts';
import { isMailedProof } from './mailed-proof.ts';

/** Creates the account of an invited user; its e-mail address is always the one of the invitation. */
export async function registerFromInvitation(
  ctx: Context,
  { username, password, token, mailedProof }: BodyOf<typeof contract>,
) {
  // Checked before the expensive password hash, so that requests without an invitation cost little.
  const { email } = await loadCollaboratorInvitation(ctx, token);
  await assertRegistrationAllowed(ctx, 'invitation');
  await countWithinLimit(ctx, { kind: 'registration', name: ctx.address });
  await assertAcceptablePassword(ctx, { password, username, email });
  const passwordHash = await hashPassword(password);
  return withLock(ctx, 'users', (ctx) =>
    withLock(ctx, 'folder-tree', async (ctx) => {
      // Checked again under the lock: of two parallel requests one creates the account.
      const invitation = await loadCollaboratorInvitation(ctx, token);
      const account = await insertAccount(
        ctx,
        {
          username,
          email: invitation.email,
          isAdmin: false,
          hasVerifiedEmail: isVouchedFor(ctx, invitation, mailedProof),
        },
        passwordHash,
        'session.register',
      );
      await applyInvitation(ctx, invitation, account);
      return account;
    }),
  );
}

/**
 * Tells whether the address of an invitation is that of the person who registers. With a mail server it must have been mailed
 * there: the inviter has the link too, and could create the account of any address. An administrator may do so.
 */
const isVouchedFor = (ctx: Context, invitation: OpenInvitation, mailedProof: string | undefined): boolean =>
  !ctx.mailer ||
  invitation.inviter_is_admin === 1 ||
  (mailedProof !== undefined && isMailedProof(ctx, invitation, mailedProof));
