import { z } from 'zod';
import { MAX_EMAIL_LENGTH, MIN_PASSWORD_LENGTH } from '../domain/limits.ts';
import { ENTER_VALID_EMAIL, passwordTooShort } from '../domain/messages.ts';
import type { Endpoint } from './endpoint.ts';
import { passwordField, username } from './fields/account-fields.ts';
import { id, idParams, instant, pageQuery, success } from './fields/base-fields.ts';
import { emailOrLocalhostField } from './fields/email-or-localhost.ts';
import { user } from './session.ts';

const person = user.omit({
  createdAt: true,
  mustChangePassword: true,
  mustSetUpFactor: true,
  firstName: true,
  lastName: true,
});

const exactMatch = z.string().trim().min(1).max(MAX_EMAIL_LENGTH).optional();

export const listUsers = {
  method: 'GET',
  path: '/api/users',
  summary:
    'All accounts, for administrators; with either `email` or `username` the matching account, for every user',
  caller: 'user',
  query: z.strictObject({ email: exactMatch, username: exactMatch, ...pageQuery }),
  result: z.array(person),
} as const satisfies Endpoint;

const email = emailOrLocalhostField(ENTER_VALID_EMAIL);
const password = passwordField(MIN_PASSWORD_LENGTH, passwordTooShort(MIN_PASSWORD_LENGTH));

export const listAccounts = {
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Every account',
  caller: 'administrator',
  query: z.strictObject(pageQuery),
  result: z.array(user),
} as const satisfies Endpoint;

export const createUser = {
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Create an account',
  caller: 'administrator',
  body: z.strictObject({ username, email, password, isAdmin: z.boolean().default(false) }),
  result: user,
  status: 201,
} as const satisfies Endpoint;

export const updateUser = {
  method: 'PATCH',
  path: '/api/admin/users/:id',
  summary:
    'Change an account; a new password ends its sessions and must be changed at the next sign-in, an empty one keeps the current password',
  caller: 'administrator',
  // Sets passwords, addresses for new passwords, and the rights of administrators.
  tokenScope: 'never',
  params: idParams,
  body: z
    .strictObject({
      username,
      email,
      isAdmin: z.boolean(),
      /** The edit form sends the field unchanged. */
      password: z.union([z.literal('').transform(() => undefined), password]),
    })
    .partial(),
  result: user,
} as const satisfies Endpoint;

export const deleteUser = {
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary: 'Delete an account; its folders and files are transferred to the administrator who deletes it',
  caller: 'administrator',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

/** The count of failed attempts: of one network, of all networks together, of a device that signed in before, of a session. */
const limitScope = z.enum(['network', 'account', 'device', 'session']);

const signInLimit = z.object({
  userId: id,
  username: z.string(),
  scope: limitScope,
  /** The address of the attempts, or its /64 network; for the scope `network` alone. */
  network: z.string().nullable(),
  failures: z.int(),
  blockedUntil: instant,
});
export type SignInLimit = z.infer<typeof signInLimit>;

export const listSignInLimits = {
  method: 'GET',
  path: '/api/admin/sign-in-limits',
  summary: 'Accounts whose sign-ins are refused at the moment after failed attempts; the 100 longest',
  caller: 'administrator',
  result: z.array(signInLimit),
} as const satisfies Endpoint;

export const liftSignInLimits = {
  method: 'DELETE',
  path: '/api/admin/users/:id/sign-in-limits',
  summary: 'Let an account sign in again at once, from everywhere',
  caller: 'administrator',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
