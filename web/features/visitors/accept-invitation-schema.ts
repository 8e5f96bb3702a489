import { z } from 'zod';
import { passwordField, username } from '#shared/contracts/fields/account-fields.ts';
import { MIN_PASSWORD_LENGTH } from '#shared/domain/limits.ts';
import { PASSWORDS_DIFFER, passwordTooShort } from '#shared/domain/messages.ts';

/** The form that makes an account of an invitation. */
export const acceptInvitationSchema = z
  .object({
    username,
    password: passwordField(MIN_PASSWORD_LENGTH, passwordTooShort(MIN_PASSWORD_LENGTH)),
    confirmPassword: z.string(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
  });
