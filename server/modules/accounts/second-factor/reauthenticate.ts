import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { recordReauthentication } from '#server/authorization/sign-in/reauthentication.ts';
import { renewSession } from '#server/authorization/sign-in/renew-session.ts';
import { releaseAttempt, sessionCounters } from '#server/authorization/sign-in-limits.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { reauthenticate as contract } from '#shared/contracts/sign-in/factors.ts';
import { type Attempt, checkPassword } from '../check-password.ts';
import { loadCurrentUser } from '../load-current-user.ts';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import type { UserRow } from '../queries.ts';
import { type CheckedCode, checkCode, spendCode } from './check-code.ts';

/**
 * Checks the password, a code or a passkey of the requester; returns until when they need not prove their identity again, and the
 * new token of the session.
 * `passkeyToken` is the cookie of the challenge that the passkey signed.
 */
export async function reauthenticate(
  ctx: Context,
  given: BodyOf<typeof contract>,
  passkeyToken: string | undefined,
): Promise<{ until: Date; token: string | undefined }> {
  const user = await loadCurrentUser(ctx);
  const proof = await checkProof(ctx, user, given, passkeyToken);
  return withLockAsUser(ctx, 'users', async (ctx) => {
    const current = await loadCurrentUser(ctx);
    if (current.password_hash !== user.password_hash) throw wrongPassword();
    await spendProof(ctx, proof);
    await audit(ctx, { action: 'session.reauthenticate' });
    const until = new Date(await recordReauthentication(ctx));
    return { until, token: await renewSession(ctx) };
  });
}

/** An attempt to be released and a code to be used up; a passkey has been used already. */
type Proof = { attempt: Attempt } | CheckedCode | Awaited<ReturnType<typeof checkPasskey>>;

async function checkProof(
  ctx: Context,
  user: UserRow,
  { password, passkey, code = '' }: BodyOf<typeof contract>,
  passkeyToken: string | undefined,
): Promise<Proof> {
  if (passkey) return checkPasskey(ctx, passkey, { challengeToken: passkeyToken }, user.id);
  if (password === undefined) return checkCode(ctx, user, code, sessionCounters(ctx, user.id, 'code'));
  return { attempt: await requirePassword(ctx, user, password) };
}

async function spendProof(ctx: Context, proof: Proof): Promise<void> {
  if ('attempt' in proof) await releaseAttempt(ctx, proof.attempt);
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
