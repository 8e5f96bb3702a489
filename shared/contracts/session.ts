import { z } from 'zod';
import { LONGEST_EMAIL, SHORTEST_PASSWORD_AT_AUTH, SHORTEST_USERNAME } from '../domain/limits.ts';
import { ENTER_VALID_EMAIL, passwordTooShort } from '../domain/messages.ts';
import { emailOf, passwordOf, USERNAME_TOO_SHORT, username } from './fields/account-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { done, id, instant } from './fields/base-fields.ts';

export const user = z.object({
  id,
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  createdAt: instant,
});
export type User = z.infer<typeof user>;

const password = passwordOf(SHORTEST_PASSWORD_AT_AUTH, passwordTooShort(SHORTEST_PASSWORD_AT_AUTH));
const email = emailOf(ENTER_VALID_EMAIL, 'Email is required');

/** The account's name or e-mail: a profile may have a name of two characters, which is too short to sign in with. */
const nameAtSignIn = z
  .string({ error: USERNAME_TOO_SHORT })
  .trim()
  .min(SHORTEST_USERNAME, USERNAME_TOO_SHORT)
  .max(LONGEST_EMAIL);

export const credentials = z.strictObject({ username: nameAtSignIn, password });
export const registration = z.strictObject({ username, email, password, isAdmin: z.boolean().optional() });

export const getUser = {
  method: 'GET',
  path: '/api/user',
  summary: 'The user who is signed in',
  caller: 'user',
  result: user,
} as const satisfies Endpoint;

export const login = {
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in; sets the session cookie',
  caller: 'anyone',
  duringMaintenance: true,
  body: credentials,
  result: user,
} as const satisfies Endpoint;

export const register = {
  method: 'POST',
  path: '/api/register',
  summary: "Make an account, never an administrator's, and sign in",
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
  duringMaintenance: true,
  result: done,
} as const satisfies Endpoint;
