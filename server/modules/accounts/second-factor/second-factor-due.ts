import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { findFactor } from './queries.ts';

/** Returns the refusal of a right password that says what is needed beside it. */
export async function secondFactorDue(ctx: Context, userId: number): Promise<AppError> {
  const hasApp = (await findFactor(ctx.db, userId, { isConfirmed: true })) !== undefined;
  return new AppError(
    'second-factor',
    hasApp ? 'Enter the code from your authenticator app.' : 'Use your passkey, or enter a recovery code.',
  );
}
