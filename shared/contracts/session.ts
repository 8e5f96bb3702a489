import { z } from 'zod';
import { MAX_EMAIL_LENGTH, MIN_PASSWORD_LENGTH_AT_AUTH, MIN_USERNAME_LENGTH } from '../domain/limits.ts';
import { ENTER_VALID_EMAIL, passwordTooShort } from '../domain/messages.ts';
import type { Endpoint } from './endpoint.ts';
import { emailField, passwordField, USERNAME_TOO_SHORT, username } from './fields/account-fields.ts';
import { id, instant, success } from './fields/base-fields.ts';
import { personNames } from './fields/person-fields.ts';

export const user = z.object({
  id,
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  createdAt: instant,
  ...personNames,
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  /** Present while nobody has confirmed that the address belongs to the account. */
  emailVerified: z.literal(false).optional(),
  /** Present when an administrator chose the password: it must be changed before anything else. */
  mustChangePassword: z.literal(true).optional(),
  /** Present when the account signs in through the company or with a passkey only. */
  hasPassword: z.literal(false).optional(),
  /** Present when a second factor is required: it must be set up before anything else. */
  mustSetUpFactor: z.literal(true).optional(),
});
export type User = z.infer<typeof user>;

const password = passwordField(MIN_PASSWORD_LENGTH_AT_AUTH, passwordTooShort(MIN_PASSWORD_LENGTH_AT_AUTH));
const email = emailField(ENTER_VALID_EMAIL, 'Email is required');

/**
 * The name or e-mail address of the account: a profile may have a name of two characters, which is too short to
 * sign in with.
 */
const signInName = z
  .string({ error: USERNAME_TOO_SHORT })
  .trim()
  .min(MIN_USERNAME_LENGTH, USERNAME_TOO_SHORT)
  .max(MAX_EMAIL_LENGTH);

export const credentials = z.strictObject({ username: signInName, password });
export const registration = z.strictObject({ username, email, password, isAdmin: z.boolean().optional() });

export const getUser = {
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user',
  caller: 'user',
  availableBeforePasswordChange: true,
  availableBeforeFactorSetup: true,
  result: user,
} as const satisfies Endpoint;

export const login = {
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in; sets the session cookie',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  body: credentials,
  result: user,
} as const satisfies Endpoint;

export const register = {
  method: 'POST',
  path: '/api/register',
  summary: 'Register a regular account and sign in',
  caller: 'anyone',
  body: registration,
  result: user,
  status: 201,
} as const satisfies Endpoint;

export const logout = {
  method: 'POST',
  path: '/api/logout',
  summary: 'Sign out; ends the session at once',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  result: success,
} as const satisfies Endpoint;
