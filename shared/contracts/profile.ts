import { z } from 'zod';
import {
  MAX_AVATAR_BYTES,
  MAX_PASSWORD_LENGTH,
  MAX_PERSON_NAME_LENGTH,
  MAX_PROFILE_USERNAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_PROFILE_USERNAME_LENGTH,
} from '../domain/limits.ts';
import { ENTER_VALID_EMAIL, PASSWORDS_DIFFER, passwordTooShort } from '../domain/messages.ts';
import type { Endpoint } from './endpoint.ts';
import { emailField, PASSWORD_TOO_LONG, passwordField, usernameField } from './fields/account-fields.ts';
import { success } from './fields/base-fields.ts';
import { emailOrLocalhostField } from './fields/email-or-localhost.ts';
import { avatarToken } from './fields/person-fields.ts';
import { user } from './session.ts';

export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters.`;

/** A current password of any length: a user with a short one from /auth must be able to change it. */
const currentPassword = z.string({ error: PASSWORD_TOO_SHORT }).max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG);

/** A name in a line; control characters and marks of direction could imitate other names. */
const nameField = z
  .string()
  .trim()
  .max(MAX_PERSON_NAME_LENGTH, `Use at most ${MAX_PERSON_NAME_LENGTH} characters.`)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'Use letters, spaces and punctuation only.');

export const profileFields = z.strictObject({
  username: usernameField(
    MIN_PROFILE_USERNAME_LENGTH,
    `Username must be at least ${MIN_PROFILE_USERNAME_LENGTH} characters.`,
    MAX_PROFILE_USERNAME_LENGTH,
    `Username must not be longer than ${MAX_PROFILE_USERNAME_LENGTH} characters.`,
  ),
  /** Empty removes the name. */
  firstName: nameField.optional(),
  lastName: nameField.optional(),
  email: emailOrLocalhostField('Please enter a valid email address.'),
  /** Required with another address if the server sends mail, since a mailed link can set a new password. */
  currentPassword: currentPassword.optional(),
});

export const passwordFields = z
  .strictObject({
    currentPassword,
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
  summary: 'Change your own name or email',
  caller: 'user',
  body: profileFields.partial(),
  result: user,
} as const satisfies Endpoint;

export const updatePassword = {
  method: 'PATCH',
  path: '/api/user/password',
  summary: 'Change your own password; ends every other session of the account',
  caller: 'user',
  availableBeforePasswordChange: true,
  availableBeforeFactorSetup: true,
  body: passwordFields,
  result: success,
} as const satisfies Endpoint;

/** 256 random bits, URL-safe. */
const token = z.string().regex(/^[\w-]{43}$/, 'This link is incomplete. Copy the whole link from the mail.');

const password = passwordField(MIN_PASSWORD_LENGTH, passwordTooShort(MIN_PASSWORD_LENGTH));

export const resetFields = z
  .strictObject({ newPassword: password, confirmPassword: z.string() })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: PASSWORDS_DIFFER,
  });

export const requestPasswordReset = {
  method: 'POST',
  path: '/api/password-reset',
  summary: 'Mail a link to reset the password; the answer does not tell whether the address has an account',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  body: z.strictObject({ email: emailField(ENTER_VALID_EMAIL) }),
  result: success,
} as const satisfies Endpoint;

export const resetPassword = {
  method: 'POST',
  path: '/api/password-reset/confirm',
  summary: 'Set a new password with a mailed link; ends all sessions of the account',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  body: resetFields.safeExtend({ token }),
  result: success,
} as const satisfies Endpoint;

export const requestEmailConfirmation = {
  method: 'POST',
  path: '/api/user/email-confirmation',
  summary: 'Mail a link that confirms your own address',
  caller: 'user',
  result: success,
} as const satisfies Endpoint;

export const confirmEmail = {
  method: 'POST',
  path: '/api/email-confirmation',
  summary: 'Confirm the address of your own account with a mailed link',
  caller: 'anyone',
  body: z.strictObject({ token }),
  result: success,
} as const satisfies Endpoint;

/** Base64 has four letters for three bytes. */
const MAX_BASE64_LENGTH = Math.ceil(MAX_AVATAR_BYTES / 3) * 4;

export const setAvatar = {
  method: 'POST',
  path: '/api/user/avatar',
  summary:
    'Set your own picture from a JPEG, PNG, GIF or WebP image; it is drawn again as a JPEG of 256 pixels',
  caller: 'user',
  body: z.strictObject({
    image: z
      .base64('Send the image in base64')
      .min(1, 'Send the image in base64')
      .max(MAX_BASE64_LENGTH, `A picture has at most ${MAX_AVATAR_BYTES / 1024} KB`),
  }),
  result: user,
} as const satisfies Endpoint;

export const removeAvatar = {
  method: 'DELETE',
  path: '/api/user/avatar',
  summary: 'Remove your own picture',
  caller: 'user',
  result: user,
} as const satisfies Endpoint;

export const viewAvatar = {
  method: 'GET',
  path: '/api/avatars/:token',
  summary: 'The picture of a person, by the token that comes with their name; a new picture has a new token',
  caller: 'actor',
  params: z.strictObject({ token: avatarToken }),
  result: 'bytes',
} as const satisfies Endpoint;
