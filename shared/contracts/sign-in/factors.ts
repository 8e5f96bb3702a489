import { z } from 'zod';
import { MAX_PASSWORD_LENGTH } from '../../domain/limits.ts';
import type { Endpoint } from '../endpoint.ts';
import { PASSWORD_TOO_LONG } from '../fields/account-fields.ts';
import { id, idParams, instant, success } from '../fields/base-fields.ts';
import { codeField, codeFields } from '../fields/code-field.ts';
import { user } from '../session.ts';
import { assertion } from './passkeys.ts';

const factor = z.object({
  id,
  kind: z.literal('totp'),
  createdAt: instant,
  recoveryCodesLeft: z.int(),
});
export type Factor = z.infer<typeof factor>;

const newFactor = z.object({
  id,
  /** In base32, to be typed into an app that scans no QR code. */
  secret: z.string(),
  /** The content of the QR code. */
  uri: z.string(),
});
export type NewFactor = z.infer<typeof newFactor>;

export const completeLogin = {
  method: 'POST',
  path: '/api/login/second-factor',
  summary:
    'Complete a sign-in with a code of the authenticator app or a recovery code; sets the session cookie',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  body: codeFields,
  result: user,
} as const satisfies Endpoint;

export const listFactors = {
  method: 'GET',
  path: '/api/user/factors',
  summary: 'Your own second factors',
  caller: 'user',
  availableBeforeFactorSetup: true,
  result: z.array(factor),
} as const satisfies Endpoint;

export const startFactorSetup = {
  method: 'POST',
  path: '/api/user/factors',
  summary: 'Create the secret of an authenticator app; it counts once it is confirmed',
  caller: 'user',
  availableBeforeFactorSetup: true,
  result: newFactor,
  status: 201,
} as const satisfies Endpoint;

export const confirmFactor = {
  method: 'POST',
  path: '/api/user/factors/:id/confirm',
  summary:
    'Confirm an authenticator app with its code; returns the recovery codes once and ends your other sessions',
  caller: 'user',
  availableBeforeFactorSetup: true,
  params: idParams,
  body: codeFields,
  result: z.object({ recoveryCodes: z.array(z.string()) }),
} as const satisfies Endpoint;

export const removeFactor = {
  method: 'DELETE',
  path: '/api/user/factors/:id',
  summary: 'Remove your own authenticator app and its recovery codes',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const removeUserFactors = {
  method: 'DELETE',
  path: '/api/admin/users/:id/factors',
  summary: 'Remove the second factor of a user who lost it; recorded and mailed to the user',
  caller: 'administrator',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const countRecoveryCodes = {
  method: 'GET',
  path: '/api/user/recovery-codes',
  summary: 'How many of your own recovery codes are left',
  caller: 'user',
  result: z.object({ left: z.int() }),
} as const satisfies Endpoint;

export const replaceRecoveryCodes = {
  method: 'POST',
  path: '/api/user/recovery-codes',
  summary: 'Create new recovery codes, which are returned once; the old ones end',
  caller: 'user',
  result: z.object({ recoveryCodes: z.array(z.string()) }),
  status: 201,
} as const satisfies Endpoint;

const ENTER_ONE = 'Enter your password or a code, or use a passkey.';

export const reauthenticate = {
  method: 'POST',
  path: '/api/user/reauthenticate',
  summary: 'Prove your identity again, with the password, a code or a passkey, for ten minutes',
  caller: 'user',
  availableBeforeFactorSetup: true,
  body: z
    .strictObject({
      password: z.string().max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG).optional(),
      code: codeField.optional(),
      /** Signs a challenge of `POST /api/login/passkey/options`. */
      passkey: assertion.optional(),
    })
    .refine((proofs) => Object.values(proofs).filter((proof) => proof !== undefined).length === 1, {
      path: ['password'],
      error: ENTER_ONE,
    }),
  result: z.object({ until: instant }),
} as const satisfies Endpoint;
