import { type Context, withLock } from '#server/app/context.ts';
import { hashPassword } from '#server/authorization/password-hashing.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '#server/authorization/rate-limits.ts';
import { assertPasswordLength } from '#server/modules/accounts/assert-password-length.ts';
import { insertAccount } from '#server/modules/accounts/create-account.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { registerFromInvitation as contract } from '#shared/contracts/invitations.ts';
import { applyInvitation, loadCollaboratorInvitation } from './accept-invitation.ts';

/** Makes the account of whoever was invited: its address is the invitation's, whatever is asked. */
export async function registerFromInvitation(
  ctx: Context,
  { username, password, token }: BodyOf<typeof contract>,
) {
  // Before the hash, which costs: whoever has no invitation gets no work done.
  await loadCollaboratorInvitation(ctx, token);
  assertPasswordLength(ctx, password);
  const counted: RateLimitKey[] = [{ kind: 'registration', name: ctx.address }];
  await countAttempt(ctx, counted);
  await assertRateLimit(ctx, counted);
  const passwordHash = await hashPassword(password);
  return withLock(ctx, 'users', (ctx) =>
    withLock(ctx, 'folder-tree', async (ctx) => {
      // Again, and alone: of two browsers that send the same form one makes the account.
      const invitation = await loadCollaboratorInvitation(ctx, token);
      const account = await insertAccount(
        ctx,
        { username, email: invitation.email, isAdmin: false },
        passwordHash,
        'session.register',
      );
      await applyInvitation(ctx, invitation, account);
      return account;
    }),
  );
}
