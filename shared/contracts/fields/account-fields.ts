import { z } from 'zod';
import {
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_USERNAME_LENGTH,
  MIN_USERNAME_LENGTH,
} from '#shared/domain/limits.ts';

/**
 * Finds characters that are invisible, and letters of other alphabets that look like Latin ones among these:
 * with either, anyone could imitate another user's name.
 */
function isMisleading(name: string): boolean {
  if (/[\p{Default_Ignorable_Code_Point}\u2800]/u.test(name)) return true;
  return (
    /\p{Script=Latin}/u.test(name) &&
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u.test(
      name,
    )
  );
}

/** Accepts visible characters and single spaces inside, so that names are distinguishable on a screen. */
export const usernameField = (least: number, tooShort: string, most: number, tooLong: string) =>
  z
    .string({ error: tooShort })
    .trim()
    .min(least, tooShort)
    .max(most, tooLong)
    .regex(
      /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+( [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u,
      'Username can contain letters, digits, symbols and single spaces',
    )
    .refine(
      (name) => !isMisleading(name),
      "Username can't contain invisible characters or mix similar-looking alphabets",
    );

export const USERNAME_TOO_SHORT = `Username must be at least ${MIN_USERNAME_LENGTH} characters`;

/** The name of a new account, also when an administrator changes it. */
export const username = usernameField(
  MIN_USERNAME_LENGTH,
  USERNAME_TOO_SHORT,
  MAX_USERNAME_LENGTH,
  `Username must be less than ${MAX_USERNAME_LENGTH} characters`,
);

export const PASSWORD_TOO_LONG = `Password must be at most ${MAX_PASSWORD_LENGTH} characters`;

/** Accepts a password, never trimmed or cut: every character counts. `PASSWORD_MIN_LENGTH` may ask for more. */
export const passwordField = (least: number, tooShort: string) =>
  z.string({ error: tooShort }).min(least, tooShort).max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG);

export const emailField = (invalid: string, required = invalid) =>
  z.string({ error: required }).trim().min(1, required).max(MAX_EMAIL_LENGTH, invalid).pipe(z.email(invalid));
