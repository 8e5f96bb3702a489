import { z } from 'zod';
import { passwordOf, username } from '#shared/contracts/fields/account-fields.ts';
import { SHORTEST_PASSWORD } from '#shared/domain/limits.ts';
import { PASSWORDS_DIFFER, passwordTooShort } from '#shared/domain/messages.ts';

/** The form that makes an account of an invitation. */
export const acceptFields = z
  .object({
    username,
    password: passwordOf(SHORTEST_PASSWORD, passwordTooShort(SHORTEST_PASSWORD)),
    confirmPassword: z.string(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
  });
