import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { recordReauthentication } from '#server/authorization/sign-in/reauthentication.ts';
import { releaseAttempt, sessionCounters } from '#server/authorization/sign-in-limits.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { reauthenticate as contract } from '#shared/contracts/sign-in/factors.ts';
import { type Attempt, checkPassword } from '../check-password.ts';
import { loadCurrentUser } from '../load-current-user.ts';
import type { UserRow } from '../queries.ts';
import { type CheckedCode, checkCode, spendCode } from './check-code.ts';

/** Checks the password or a code of the requester; returns until when they need not prove their identity again. */
export async function reauthenticate(
  ctx: Context,
  { password, code = '' }: BodyOf<typeof contract>,
): Promise<Date> {
  const user = await loadCurrentUser(ctx);
  const proof =
    password === undefined
      ? await checkCode(ctx, user, code, sessionCounters(ctx, user.id, 'code'))
      : { attempt: await requirePassword(ctx, user, password) };
  return withLock(ctx, 'users', async (before) => {
    const ctx = await reloadUser(before);
    const current = await loadCurrentUser(ctx);
    if (current.password_hash !== user.password_hash) throw wrongPassword();
    await spendProof(ctx, proof);
    await audit(ctx, { action: 'session.reauthenticate' });
    return new Date(await recordReauthentication(ctx));
  });
}

async function spendProof(ctx: Context, proof: { attempt: Attempt } | CheckedCode): Promise<void> {
  await releaseAttempt(ctx, proof.attempt);
  if ('code' in proof) await spendCode(ctx, proof.code);
}

/** A refusal with 400: after 401 the web app would take the session for ended. */
const wrongPassword = (): AppError => {
  const message = 'The password is wrong.';
  return new AppError('invalid', message, { fields: { password: message } });
};

async function requirePassword(ctx: Context, user: UserRow, password: string): Promise<Attempt> {
  const attempt = await checkPassword(ctx, user, password, sessionCounters(ctx, user.id));
  if (!attempt) throw wrongPassword();
  return attempt;
}
