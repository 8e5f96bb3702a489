import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';

/** The demands of administrators on sign-ins. */
export const signInSettings = z.strictObject({
  /** The users who must have a second factor; those without one set it up at their next sign-in. */
  requireSecondFactor: z.enum(['nobody', 'administrators', 'everybody']),
  /** Dangerous actions need a proof of identity from the last ten minutes of everybody, not only of users with a second factor. */
  requireReauthentication: z.boolean(),
});
export type SignInSettings = z.infer<typeof signInSettings>;

export const DEFAULT_SIGN_IN_SETTINGS: SignInSettings = {
  requireSecondFactor: 'nobody',
  requireReauthentication: false,
};

export const getSignInSettings = {
  method: 'GET',
  path: '/api/admin/sign-in-settings',
  summary: 'What is demanded of sign-ins',
  caller: 'administrator',
  result: signInSettings,
} as const satisfies Endpoint;

export const updateSignInSettings = {
  method: 'PATCH',
  path: '/api/admin/sign-in-settings',
  summary: 'Change what is demanded of sign-ins',
  caller: 'administrator',
  body: signInSettings.partial(),
  result: signInSettings,
} as const satisfies Endpoint;
