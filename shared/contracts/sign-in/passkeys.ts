import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, success } from '../fields/base-fields.ts';
import { user } from '../session.ts';

const ENTER_NAME = 'Enter a name.';
const MAX_NAME_LENGTH = 60;
const passkeyName = z
  .string({ error: ENTER_NAME })
  .trim()
  .min(1, ENTER_NAME)
  .max(MAX_NAME_LENGTH, `The name must not be longer than ${MAX_NAME_LENGTH} characters.`)
  .normalize('NFC');
export const passkeyNameFields = z.strictObject({ name: passkeyName });

const base64url = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(maxLength);
const MAX_CREDENTIAL_ID_LENGTH = 1_400;
const credentialId = base64url(MAX_CREDENTIAL_ID_LENGTH);
const MAX_FIELD_LENGTH = 16_000;
const bytes = base64url(MAX_FIELD_LENGTH);

/** Fields of every answer of an authenticator. Browsers add further ones, which are ignored. */
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    /** Later browsers may know further ones. */
    transports: z.array(z.string().max(30)).max(20).optional(),
  }),
});
export type Attestation = z.infer<typeof attestation>;

/** The signature of an authenticator over a challenge. */
export const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: base64url(100).nullish(),
  }),
});
export type Assertion = z.infer<typeof assertion>;

const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** `true` after its counter went back: it signs nobody in and can only be removed. */
  isDisabled: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
});

export const listPasskeys = {
  method: 'GET',
  path: '/api/user/passkeys',
  summary: 'Your own passkeys, the oldest first',
  caller: 'user',
  availableBeforeFactorSetup: true,
  result: z.array(passkey),
} as const satisfies Endpoint;

export const startPasskeySetup = {
  method: 'POST',
  path: '/api/user/passkeys/options',
  summary: 'Options with which a browser creates a passkey; sets the challenge cookie',
  caller: 'user',
  availableBeforeFactorSetup: true,
  result: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
  }),
} as const satisfies Endpoint;

export const addPasskey = {
  method: 'POST',
  path: '/api/user/passkeys/verify',
  summary:
    'Add the passkey that the browser created; returns recovery codes once if it is the first factor of the account',
  caller: 'user',
  availableBeforeFactorSetup: true,
  body: z.strictObject({ name: passkeyName, credential: attestation }),
  result: z.object({ passkey, recoveryCodes: z.array(z.string()).optional() }),
  status: 201,
} as const satisfies Endpoint;

export const renamePasskey = {
  method: 'PATCH',
  path: '/api/user/passkeys/:id',
  summary: 'Rename one of your own passkeys',
  caller: 'user',
  params: idParams,
  body: passkeyNameFields,
  result: passkey,
} as const satisfies Endpoint;

export const removePasskey = {
  method: 'DELETE',
  path: '/api/user/passkeys/:id',
  summary: 'Remove one of your own passkeys',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const startPasskeySignIn = {
  method: 'POST',
  path: '/api/login/passkey/options',
  summary:
    'Options with which a browser asks for a passkey, to sign in or to reauthenticate; sets the challenge cookie',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  result: z.object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
  }),
} as const satisfies Endpoint;

export const signInWithPasskey = {
  method: 'POST',
  path: '/api/login/passkey/verify',
  summary: 'Sign in with a passkey alone; sets the session cookie',
  caller: 'anyone',
  availableInMaintenanceMode: true,
  body: z.strictObject({ credential: assertion }),
  result: user,
} as const satisfies Endpoint;
