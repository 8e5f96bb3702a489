import { z } from 'zod';
import { MAX_EMAIL_LENGTH, MIN_PASSWORD_LENGTH } from '../domain/limits.ts';
import { ENTER_VALID_EMAIL, passwordTooShort } from '../domain/messages.ts';
import type { Endpoint } from './endpoint.ts';
import { passwordField, username } from './fields/account-fields.ts';
import { idParams, pageQuery, success } from './fields/base-fields.ts';
import { emailOrLocalhostField } from './fields/email-or-localhost.ts';
import { user } from './session.ts';

const person = user.omit({ createdAt: true });

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
  summary: 'Change an account; a new password ends its sessions, an empty one keeps the current password',
  caller: 'administrator',
  params: idParams,
  body: z
    .strictObject({
      username,
      email,
      isAdmin: z.boolean(),
      /** The edit form sends the field as it stands. */
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
