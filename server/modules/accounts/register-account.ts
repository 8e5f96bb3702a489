import { type Counted, countFailure, refuseTooManyFailures } from '#server/authorization/rate-limits.ts';
import type { Context } from '#server/app/context.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { register as contract } from '#shared/contracts/session.ts';
import { createAccount } from './create-account.ts';
import type { UserRow } from './queries.ts';
import { refuseShortPassword } from './assert-password-length.ts';

/** Makes an account for whoever asks. What the request says of `isAdmin` is never heard. */
export async function register(ctx: Context, account: BodyOf<typeof contract>): Promise<UserRow> {
  refuseShortPassword(ctx, account.password);
  const counted: Counted[] = [{ kind: 'registration', name: ctx.address }];
  // Counted before it is asked, so that many at once are no way around.
  await countFailure(ctx, counted);
  await refuseTooManyFailures(ctx, counted);
  const { username, email, password } = account;
  return createAccount(ctx, { username, email, password, isAdmin: false }, 'session.register');
}
