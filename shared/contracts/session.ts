import { z } from 'zod';
import {
  LONGEST_EMAIL,
  LONGEST_PASSWORD,
  LONGEST_USERNAME,
  SHORTEST_PASSWORD_AT_AUTH,
  SHORTEST_USERNAME,
} from '../domain/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { done, id, instant } from './fields.ts';

export const user = z.object({
  id,
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  createdAt: instant,
});
export type User = z.infer<typeof user>;

const USERNAME_TOO_SHORT = `Username must be at least ${SHORTEST_USERNAME} characters`;
const PASSWORD_TOO_SHORT = `Password must be at least ${SHORTEST_PASSWORD_AT_AUTH} characters`;

/**
 * Marks and fillers that show nothing, and letters of alphabets that look like Latin ones among these: with either, a
 * stranger could call themselves what reads as somebody else's name.
 */
function isMisleading(name: string): boolean {
  if (/[\p{Default_Ignorable_Code_Point}\u2800]/u.test(name)) return true;
  return (
    /\p{Script=Latin}/u.test(name) &&
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u.test(
      name,
    )
  );
}

/** Visible characters and single spaces inside: what can be told apart on a screen. */
export const username = z
  .string({ error: USERNAME_TOO_SHORT })
  .trim()
  .min(SHORTEST_USERNAME, USERNAME_TOO_SHORT)
  .max(LONGEST_USERNAME, `Username must be less than ${LONGEST_USERNAME} characters`)
  .regex(
    /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+( [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*$/u,
    'Username may hold letters, digits, signs and single spaces',
  )
  .refine(
    (name) => !isMisleading(name),
    'Username may not hold invisible characters or mix alphabets that look alike',
  );

/** Never trimmed or cut: every character counts. */
const password = z
  .string({ error: PASSWORD_TOO_SHORT })
  .min(SHORTEST_PASSWORD_AT_AUTH, PASSWORD_TOO_SHORT)
  .max(LONGEST_PASSWORD, `Password must be at most ${LONGEST_PASSWORD} characters`);

export const email = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(LONGEST_EMAIL, 'Please enter a valid email address')
  .pipe(z.email('Please enter a valid email address'));

export const credentials = z.strictObject({ username, password });
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
  result: done,
} as const satisfies Endpoint;
