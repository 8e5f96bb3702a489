import { type Context, withLock } from '#server/app/context.ts';
import { hashPassword } from '#server/authorization/passwords/password-hashing.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '#server/authorization/rate-limits.ts';
import { assertAcceptablePassword } from '#server/modules/accounts/assert-acceptable-password.ts';
import { insertAccount } from '#server/modules/accounts/create-account.ts';
import { assertRegistrationAllowed } from '#server/modules/settings/assert-registration-allowed.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { registerFromInvitation as contract } from '#shared/contracts/invitations.ts';
import { applyInvitation, loadCollaboratorInvitation } from './accept-invitation.ts';

/** Creates the account of an invited user; its e-mail address is always the one of the invitation. */
export async function registerFromInvitation(
  ctx: Context,
  { username, password, token }: BodyOf<typeof contract>,
) {
  // Checked before the expensive password hash, so that requests without an invitation cost little.
  const { email } = await loadCollaboratorInvitation(ctx, token);
  await assertRegistrationAllowed(ctx, 'invitation');
  const counted: RateLimitKey[] = [{ kind: 'registration', name: ctx.address }];
  await countAttempt(ctx, counted);
  await assertRateLimit(ctx, counted);
  await assertAcceptablePassword(ctx, { password, username, email });
  const passwordHash = await hashPassword(password);
  return withLock(ctx, 'users', (ctx) =>
    withLock(ctx, 'folder-tree', async (ctx) => {
      // Checked again under the lock: of two parallel requests one creates the account.
      const invitation = await loadCollaboratorInvitation(ctx, token);
      const account = await insertAccount(
        ctx,
        { username, email: invitation.email, isAdmin: false, hasVerifiedEmail: true },
        passwordHash,
        'session.register',
      );
      await applyInvitation(ctx, invitation, account);
      return account;
    }),
  );
}
