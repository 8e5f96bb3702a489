import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';

/** The operator may ask for longer passwords than the forms do. */
export function refuseShortPassword(
  ctx: Pick<Context, 'config'>,
  password: string,
  field = 'password',
): void {
  const least = ctx.config.passwordMinLength;
  if (password.length >= least) return;
  const message = `Password must be at least ${least} characters`;
  throw new AppError('invalid', message, { fields: { [field]: message } });
}
