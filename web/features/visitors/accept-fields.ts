import { z } from 'zod';
import { username } from '#shared/contracts/account-fields.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#shared/domain/limits.ts';

/** The form that makes an account of an invitation. */
export const acceptFields = z
  .object({
    username,
    password: z
      .string()
      .min(SHORTEST_PASSWORD, `Password must be at least ${SHORTEST_PASSWORD} characters`)
      .max(LONGEST_PASSWORD, `Password must be at most ${LONGEST_PASSWORD} characters`),
    confirmPassword: z.string(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  });
