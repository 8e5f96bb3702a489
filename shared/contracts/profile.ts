import { z } from 'zod';
import {
  LONGEST_PASSWORD,
  LONGEST_USERNAME_IN_PROFILE,
  SHORTEST_PASSWORD,
  SHORTEST_USERNAME_IN_PROFILE,
} from '../domain/limits.ts';
import { PASSWORD_TOO_LONG, passwordOf, usernameOf } from './fields/account-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { done } from './fields/base-fields.ts';
import { localEmailOf } from './fields/email-or-localhost.ts';
import { user } from './session.ts';

export const PASSWORD_TOO_SHORT = `Password must be at least ${SHORTEST_PASSWORD} characters.`;

export const profileFields = z.strictObject({
  username: usernameOf(
    SHORTEST_USERNAME_IN_PROFILE,
    `Username must be at least ${SHORTEST_USERNAME_IN_PROFILE} characters.`,
    LONGEST_USERNAME_IN_PROFILE,
    `Username must not be longer than ${LONGEST_USERNAME_IN_PROFILE} characters.`,
  ),
  email: localEmailOf('Please enter a valid email address.'),
});

export const passwordFields = z
  .strictObject({
    /** Of any length: who has a shorter one from /auth must be able to leave it behind. */
    currentPassword: z.string({ error: PASSWORD_TOO_SHORT }).max(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
    newPassword: passwordOf(SHORTEST_PASSWORD, PASSWORD_TOO_SHORT),
    confirmPassword: passwordOf(SHORTEST_PASSWORD, PASSWORD_TOO_SHORT),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
  });

export const updateProfile = {
  method: 'PATCH',
  path: '/api/user/profile',
  summary: "Change one's own name or e-mail",
  caller: 'user',
  body: profileFields.partial(),
  result: user,
} as const satisfies Endpoint;

export const updatePassword = {
  method: 'PATCH',
  path: '/api/user/password',
  summary: "Change one's own password; every other session of the account ends",
  caller: 'user',
  body: passwordFields,
  result: done,
} as const satisfies Endpoint;
