import { z } from 'zod';
import {
  MAX_PASSWORD_LENGTH,
  MAX_PROFILE_USERNAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_PROFILE_USERNAME_LENGTH,
} from '../domain/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { PASSWORD_TOO_LONG, passwordField, usernameField } from './fields/account-fields.ts';
import { success } from './fields/base-fields.ts';
import { emailOrLocalhostField } from './fields/email-or-localhost.ts';
import { user } from './session.ts';

export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters.`;

export const profileFields = z.strictObject({
  username: usernameField(
    MIN_PROFILE_USERNAME_LENGTH,
    `Username must be at least ${MIN_PROFILE_USERNAME_LENGTH} characters.`,
    MAX_PROFILE_USERNAME_LENGTH,
    `Username must not be longer than ${MAX_PROFILE_USERNAME_LENGTH} characters.`,
  ),
  email: emailOrLocalhostField('Please enter a valid email address.'),
});

export const passwordFields = z
  .strictObject({
    /** Of any length: who has a shorter one from /auth must be able to leave it behind. */
    currentPassword: z.string({ error: PASSWORD_TOO_SHORT }).max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG),
    newPassword: passwordField(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT),
    confirmPassword: passwordField(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
  });

export const updateProfile = {
  method: 'PATCH',
  path: '/api/user/profile',
  summary: 'Change your own name or e-mail',
  caller: 'user',
  body: profileFields.partial(),
  result: user,
} as const satisfies Endpoint;

export const updatePassword = {
  method: 'PATCH',
  path: '/api/user/password',
  summary: 'Change your own password; ends every other session of the account',
  caller: 'user',
  body: passwordFields,
  result: success,
} as const satisfies Endpoint;
