import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findKnownDevice } from '#server/authorization/known-device.ts';
import { assertHashingCapacity } from '#server/authorization/passwords/password-hashing.ts';
import { signInCounters } from '#server/authorization/sign-in-limits.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { login } from '#shared/contracts/session.ts';
import { accountKey } from './account-key.ts';
import { checkPassword } from './check-password.ts';
import { type SignIn, WRONG_CREDENTIALS } from './confirm-sign-in.ts';
import { findUserByName } from './queries.ts';

/**
 * Finds the account of a name or e-mail and a password. A wrong name and a wrong password answer alike and as slowly.
 * `deviceToken` is the cookie that an earlier sign-in left on this device.
 */
export async function signIn(
  ctx: Context,
  { username, password }: BodyOf<typeof login>,
  deviceToken: string | undefined,
): Promise<SignIn> {
  assertHashingCapacity();
  const name = accountKey(username);
  const user = await findUserByName(ctx.db, name);
  const deviceId = user && findKnownDevice(ctx, user, deviceToken);
  const counters = signInCounters(ctx, { userId: user?.id, name }, deviceId);
  const attempt = await checkPassword(ctx, user, password, counters);
  if (!attempt || !user) throw new AppError('unauthenticated', WRONG_CREDENTIALS);
  return { user, attempt, isNewDevice: deviceId === undefined };
}
