import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { passwordTooShort } from '#shared/domain/messages.ts';

/** The operator may ask for longer passwords than the forms do. */
export function assertPasswordLength(
  ctx: Pick<Context, 'config'>,
  password: string,
  field = 'password',
): void {
  const minLength = ctx.config.passwordMinLength;
  if (password.length >= minLength) return;
  const message = passwordTooShort(minLength);
  throw new AppError('invalid', message, { fields: { [field]: message } });
}
