import { z } from 'zod';
import { LONGEST_EMAIL, SHORTEST_PASSWORD } from '../domain/limits.ts';
import { ENTER_VALID_EMAIL, passwordTooShort } from '../domain/messages.ts';
import { passwordOf, username } from './fields/account-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { byId, done, pageQuery } from './fields/base-fields.ts';
import { localEmailOf } from './fields/email-or-localhost.ts';
import { user } from './session.ts';

const person = user.omit({ createdAt: true });

const exactly = z.string().trim().min(1).max(LONGEST_EMAIL).optional();

export const listUsers = {
  method: 'GET',
  path: '/api/users',
  summary:
    'Everybody with an account, for administrators; with either `email` or `username` the one account that has it, for every user',
  caller: 'user',
  query: z.strictObject({ email: exactly, username: exactly, ...pageQuery }),
  result: z.array(person),
} as const satisfies Endpoint;

const email = localEmailOf(ENTER_VALID_EMAIL);
const password = passwordOf(SHORTEST_PASSWORD, passwordTooShort(SHORTEST_PASSWORD));

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
  summary: 'Make an account for somebody',
  caller: 'administrator',
  body: z.strictObject({ username, email, password, isAdmin: z.boolean().default(false) }),
  result: user,
  status: 201,
} as const satisfies Endpoint;

export const updateUser = {
  method: 'PATCH',
  path: '/api/admin/users/:id',
  summary: 'Change an account; a new password ends its sessions, an empty one leaves it',
  caller: 'administrator',
  params: byId,
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
  summary: 'Delete an account; what it owns goes to the administrator who deletes it',
  caller: 'administrator',
  params: byId,
  result: done,
} as const satisfies Endpoint;
