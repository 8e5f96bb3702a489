import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { passwordTooShort } from '#shared/domain/messages.ts';

/** The operator may ask for longer passwords than the forms do. */
export function refuseShortPassword(
  ctx: Pick<Context, 'config'>,
  password: string,
  field = 'password',
): void {
  const least = ctx.config.passwordMinLength;
  if (password.length >= least) return;
  const message = passwordTooShort(least);
  throw new AppError('invalid', message, { fields: { [field]: message } });
}
