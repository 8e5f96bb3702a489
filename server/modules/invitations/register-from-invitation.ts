import { type Counted, countFailure, refuseTooManyFailures } from '#server/authorization/rate-limits.ts';
import { hashPassword } from '#server/authorization/password-hashing.ts';
import { type Context, transactionAlone } from '#server/app/context.ts';
import { insertAccount } from '#server/modules/accounts/create-account.ts';
import { refuseShortPassword } from '#server/modules/accounts/assert-password-length.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { registerFromInvitation as contract } from '#shared/contracts/invitations.ts';
import { loadCollaboration, takeUp } from './accept-invitation.ts';

/** Makes the account of whoever was invited: its address is the invitation's, whatever is asked. */
export async function registerFromInvitation(
  ctx: Context,
  { username, password, token }: BodyOf<typeof contract>,
) {
  // Before the hash, which costs: whoever has no invitation gets no work done.
  await loadCollaboration(ctx, token);
  refuseShortPassword(ctx, password);
  const counted: Counted[] = [{ kind: 'registration', name: ctx.address }];
  await countFailure(ctx, counted);
  await refuseTooManyFailures(ctx, counted);
  const passwordHash = await hashPassword(password);
  return transactionAlone(ctx, 'users', (ctx) =>
    transactionAlone(ctx, 'folder-tree', async (ctx) => {
      // Again, and alone: of two browsers that send the same form one makes the account.
      const invitation = await loadCollaboration(ctx, token);
      const account = await insertAccount(
        ctx,
        { username, email: invitation.email, isAdmin: false },
        passwordHash,
        'session.register',
      );
      await takeUp(ctx, invitation, account);
      return account;
    }),
  );
}
