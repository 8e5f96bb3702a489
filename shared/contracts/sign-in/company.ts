import { z } from 'zod';
import { MAX_PASSWORD_LENGTH } from '../../domain/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { PASSWORD_TOO_LONG } from '../fields/account-fields.ts';
import { booleanText } from '../fields/base-fields.ts';
import { user } from '../session.ts';

const ENTER_PASSWORD = 'Enter your password.';
const MAX_PATH_LENGTH = 2_000;
const MAX_PARAMETER_LENGTH = 4_000;

const companyLinkFields = z.strictObject({
  password: z
    .string({ error: ENTER_PASSWORD })
    .min(1, ENTER_PASSWORD)
    .max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG),
});

export const startCompanySignIn = {
  method: 'GET',
  path: '/api/oidc/start',
  summary: 'Redirects the browser to the company’s identity provider to sign in',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  query: z.strictObject({
    /** A path of this server that is opened afterwards. */
    returnTo: z.string().max(MAX_PATH_LENGTH).optional(),
    /** Asks for a proof of identity even of people who are signed in at the provider. */
    again: booleanText.optional(),
  }),
  result: 'bytes',
} as const satisfies Endpoint;

const parameter = z.string().max(MAX_PARAMETER_LENGTH).optional();

export const completeCompanySignIn = {
  method: 'GET',
  path: '/api/oidc/callback',
  summary: 'Where the company’s identity provider sends the browser back; signs in and redirects',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  /** Providers add parameters of their own. */
  query: z.looseObject({ code: parameter, state: parameter, error: parameter, iss: parameter }),
  result: 'bytes',
} as const satisfies Endpoint;

export const linkCompanyAccount = {
  method: 'POST',
  path: '/api/oidc/link',
  summary: 'Connect an account with the company’s identity by its password, once; sets the session cookie',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  body: companyLinkFields,
  result: user,
} as const satisfies Endpoint;
