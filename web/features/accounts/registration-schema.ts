import { z } from 'zod';
import { registration } from '#shared/contracts/session.ts';
import { PASSWORDS_DIFFER } from '#shared/domain/messages.ts';

/** The registration form: what the server takes, in the order in which it is checked, and the password once more. */
export const registrationSchema = registration
  .omit({ isAdmin: true })
  .extend({ confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: PASSWORDS_DIFFER,
  });
