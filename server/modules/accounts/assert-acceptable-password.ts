import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { estimateGuesses } from '#server/authorization/passwords/password-hashing.ts';
import { passwordTooShort } from '#shared/domain/messages.ts';

/** About what the limits on sign-ins let an attacker try within three years. Random passwords of 6 letters have more. */
const MIN_GUESSES = 100_000;
const PRODUCT_NAME = 'muniment';

export const PASSWORD_TOO_COMMON =
  'This password is too easy to guess. Choose one that is neither common nor made from your name.';

interface NewPassword {
  readonly password: string;
  readonly username: string;
  readonly email: string;
}

/**
 * Refuses a password shorter than `PASSWORD_MIN_LENGTH`, which may exceed the minimum of the contract, and one that is
 * among the first guesses: a common password, or the username, address or product name with little added.
 */
export async function assertAcceptablePassword(
  ctx: Pick<Context, 'config'>,
  { password, username, email }: NewPassword,
  field = 'password',
): Promise<void> {
  const minLength = ctx.config.passwordMinLength;
  if (password.length < minLength) throw unacceptable(field, passwordTooShort(minLength));
  const words = [username, email, ...email.split('@'), PRODUCT_NAME];
  if ((await estimateGuesses(password, words)) < MIN_GUESSES) throw unacceptable(field, PASSWORD_TOO_COMMON);
}

const unacceptable = (field: string, message: string): AppError =>
  new AppError('invalid', message, { fields: { [field]: message } });
