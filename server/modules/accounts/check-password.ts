import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { withPasswordVerification } from '#server/authorization/passwords/password-hashing.ts';
import {
  assertSignInAllowed,
  reserveAttempt,
  type signInCounters,
} from '#server/authorization/sign-in-limits.ts';
import type { UserRow } from './queries.ts';

type Account = Pick<UserRow, 'id' | 'username' | 'password_hash'>;

export type Attempt = Awaited<ReturnType<typeof reserveAttempt>>;

/**
 * Verifies the password of an account; without an account it takes as long and fails. An attempt is counted as a failure
 * before the password is verified, and beyond a limit none is verified: the answers to a burst of attempts do not tell which
 * of them has the right password. Returns the attempt if the password is right: the transaction that follows releases it
 * with `releaseAttempt`. Returns `undefined` if it is wrong.
 */
export async function checkPassword(
  ctx: Context,
  account: Account | undefined,
  password: string,
  counters: ReturnType<typeof signInCounters>,
): Promise<Attempt | undefined> {
  // This comes before the attempt waits, so that attempts beyond a limit delay nobody else.
  await assertSignInAllowed(ctx, counters);
  return withPasswordVerification(async (verify) => {
    const attempt = await reserveAttempt(ctx, counters);
    if (await verify(password, account?.password_hash)) return attempt;
    await auditReachedLimits(ctx, account, attempt);
    return undefined;
  });
}

/** Also for a name without an account, so that the time of the answer does not tell whether there is one. */
export async function auditReachedLimits(
  ctx: Context,
  account: Pick<Account, 'id' | 'username'> | undefined,
  attempt: Attempt,
): Promise<void> {
  for (const { counter, failures, reachesLimit } of attempt) {
    if (!reachesLimit) continue;
    const { scope, network } = counter;
    await audit(ctx, {
      action: 'session.limit',
      ...(account && { object: { kind: 'user', id: account.id, name: account.username } }),
      details: { scope, failures, network },
    });
  }
}
