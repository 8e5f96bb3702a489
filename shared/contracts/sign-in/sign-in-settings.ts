import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';

const ENTER_NAME = 'Enter a name.';
const companyName = z.string({ error: ENTER_NAME }).trim().min(1, ENTER_NAME).max(60).normalize('NFC');
const MAX_DOMAINS = 100;
/** A domain as it stands after the `@`, in lower case. */
const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$/, 'Enter domains such as example.com.');
const claimRule = z
  .string()
  .trim()
  .max(200)
  .regex(/^(?:[^=\s]+=\S.*)?$/u, 'Enter the claim as name=value, such as groups=room-admins.');

/** The demands of administrators on sign-ins. */
export const signInSettings = z.strictObject({
  /** The users who must have a second factor; those without one set it up at their next sign-in. `staff` are administrators and
   * the owners, managers and editors of rooms. */
  requireSecondFactor: z.enum(['nobody', 'administrators', 'staff', 'everybody']),
  /**
   * Dangerous actions need a proof of identity from the last ten minutes of everybody, not only of users with a second factor.
   */
  requireReauthentication: z.boolean(),
  /** The name of the company on the button of the sign-in page. */
  companyName,
  /** The domains of the addresses that may sign in through the company. */
  companyDomains: z.array(domain).max(MAX_DOMAINS, `Enter at most ${MAX_DOMAINS} domains.`),
  /** Creates an account for those who have none. */
  companyCreatesAccounts: z.boolean(),
  /** The claim that makes an administrator, as `name=value`; empty for none. */
  companyAdminClaim: claimRule,
});
export type SignInSettings = z.infer<typeof signInSettings>;

/** With what the operator set up. */
const shownSettings = signInSettings.extend({
  /** The address of the company's identity provider; `null` unless one is set up. */
  companyIssuer: z.string().nullable(),
  /** The address to which the provider must send people back. */
  companyCallback: z.string(),
});
export type ShownSignInSettings = z.infer<typeof shownSettings>;

export const DEFAULT_SIGN_IN_SETTINGS: SignInSettings = {
  requireSecondFactor: 'nobody',
  requireReauthentication: false,
  companyName: 'your company',
  companyDomains: [],
  companyCreatesAccounts: false,
  companyAdminClaim: '',
};

export const getSignInSettings = {
  method: 'GET',
  path: '/api/admin/sign-in-settings',
  summary: 'What is demanded of sign-ins',
  caller: 'administrator',
  result: shownSettings,
} as const satisfies Endpoint;

export const updateSignInSettings = {
  method: 'PATCH',
  path: '/api/admin/sign-in-settings',
  summary: 'Change what is demanded of sign-ins',
  caller: 'administrator',
  body: signInSettings.partial(),
  result: shownSettings,
} as const satisfies Endpoint;
