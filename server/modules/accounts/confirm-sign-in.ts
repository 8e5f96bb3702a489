import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { hasSecondFactor } from '#server/authorization/sign-in/second-factor-requirement.ts';
import { releaseAttempt } from '#server/authorization/sign-in-limits.ts';
import type { SessionAssurance } from '#shared/domain/session-assurance.ts';
import type { Attempt } from './check-password.ts';
import { findUser, type UserRow } from './queries.ts';
import { describeDevice } from './sessions/describe-device.ts';

export const WRONG_CREDENTIALS = 'Invalid username or password';

/** A right password of an account, or a new account, which made no attempt. */
export interface SignIn {
  readonly user: UserRow;
  readonly attempt?: Attempt;
  /** True if the browser did not sign in to the account before. */
  readonly isNewDevice?: boolean;
  readonly assurance?: SessionAssurance;
}

/**
 * Records a sign-in, or refuses it when the password was changed while the old one was being verified: that change
 * ended every session of the account. Runs in the transaction that creates the session.
 */
export function confirmSignIn(ctx: Context, signIn: SignIn, userAgent: string): Promise<void> {
  const { user, attempt } = signIn;
  return withLock(ctx, 'users', async (ctx) => {
    const current = await findUser(ctx.db, user.id);
    if (current?.password_hash !== user.password_hash)
      throw new AppError('unauthenticated', WRONG_CREDENTIALS);
    if (attempt) await releaseAttempt(ctx, attempt);
    // An authenticator app that was set up at this moment is required too.
    if (await hasSecondFactor(ctx, user.id)) throw new AppError('unauthenticated', WRONG_CREDENTIALS);
    await recordSignIn(ctx, signIn, userAgent);
  });
}

/** Records a sign-in, and lets its user know about a new device. */
export async function recordSignIn(
  ctx: Context,
  { user, isNewDevice = false, assurance = 'password' }: SignIn,
  userAgent: string,
): Promise<void> {
  await audit(ctx, {
    action: 'session.sign-in',
    actor: { kind: 'user', id: user.id, isAdmin: user.is_admin === 1 },
    details: {
      userAgent: userAgent.slice(0, 300),
      ...(isNewDevice && { newDevice: true }),
      ...(assurance !== 'password' && { assurance }),
    },
  });
  if (isNewDevice) await publishNewDevice(ctx, user, userAgent);
}

/** Only with a mail server: nobody would read the mail in the outbox in time. While one waits, no further mail is sent. */
async function publishNewDevice(ctx: Context, { id }: UserRow, userAgent: string): Promise<void> {
  if (!ctx.mailer) return;
  const device = describeDevice(userAgent);
  await publish(
    ctx,
    'account.new_device',
    { userId: id, device, address: ctx.address, at: ctx.now() },
    { dedupeKey: `new device ${id}` },
  );
}
