import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import {
  assertSignInAllowed,
  reserveAttempt,
  type signInCounters,
} from '#server/authorization/sign-in-limits.ts';
import { type Attempt, auditReachedLimits } from '../check-password.ts';
import type { UserRow } from '../queries.ts';
import {
  type FactorRow,
  findFactor,
  hasUnusedRecoveryCode,
  setRecoveryCodeUsed,
  setStepUsed,
} from './queries.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { findTimeStep } from './totp.ts';

/** A code that is valid, and that `spendCode` uses up. */
type ValidCode =
  | { readonly kind: 'totp'; readonly factorId: number; readonly step: number }
  | { readonly kind: 'recovery'; readonly userId: number; readonly hash: string };

export interface CheckedCode {
  readonly attempt: Attempt;
  readonly code: ValidCode;
}

const invalidCode = (): AppError =>
  new AppError('unauthenticated', 'The code is not valid. Check the time on your device.');

/** The code as an authenticator app shows it, without the spaces that people type. */
const normalize = (code: string): string => code.replace(/\s/g, '');

const decryptSecret = ({ encryptor }: Pick<Context, 'encryptor'>, factor: FactorRow): string =>
  encryptor.decrypt('second factor', factor.encrypted_secret);

/** Returns the time step of a code of this factor that was not used yet. */
export function findUnusedStep(ctx: Context, factor: FactorRow, code: string): number | undefined {
  const step = findTimeStep(decryptSecret(ctx, factor), normalize(code), ctx.now());
  return step !== undefined && step > factor.last_step ? step : undefined;
}

async function findValidCode(ctx: Context, userId: number, code: string): Promise<ValidCode | undefined> {
  const factor = await findFactor(ctx.db, userId, { isConfirmed: true });
  const step = factor && findUnusedStep(ctx, factor, code);
  if (factor && step !== undefined) return { kind: 'totp', factorId: factor.id, step };
  const hash = hashRecoveryCode(code);
  const isUnused = await hasUnusedRecoveryCode(ctx.db, userId, hash);
  return isUnused ? { kind: 'recovery', userId, hash } : undefined;
}

/**
 * Runs a check as an attempt that counts as a failure until it succeeds, as a password does. Refuses with 401 when `check`
 * finds nothing. The transaction that follows releases the attempt.
 */
export async function attemptCode<T>(
  ctx: Context,
  user: Pick<UserRow, 'id' | 'username'>,
  counters: ReturnType<typeof signInCounters>,
  check: () => Promise<T | undefined>,
): Promise<{ attempt: Attempt; code: T }> {
  await assertSignInAllowed(ctx, counters);
  const attempt = await reserveAttempt(ctx, counters);
  const code = await check();
  if (code !== undefined) return { attempt, code };
  await auditReachedLimits(ctx, user, attempt);
  throw invalidCode();
}

/** Checks a code of the app or a recovery code. */
export const checkCode = (
  ctx: Context,
  user: Pick<UserRow, 'id' | 'username'>,
  code: string,
  counters: ReturnType<typeof signInCounters>,
): Promise<CheckedCode> => attemptCode(ctx, user, counters, () => findValidCode(ctx, user.id, code));

/** Uses a code up, or refuses it when another request was first. Belongs in the transaction of what it allows. */
export async function spendCode(ctx: Context, code: ValidCode): Promise<void> {
  const isFirst =
    code.kind === 'totp'
      ? await setStepUsed(ctx.db, code.factorId, code.step)
      : await setRecoveryCodeUsed(ctx.db, code.userId, code.hash, ctx.now());
  if (!isFirst) throw invalidCode();
}
