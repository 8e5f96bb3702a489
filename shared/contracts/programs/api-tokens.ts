import { z } from 'zod';
import { TOKEN_SCOPES } from '../../policies/token-scopes.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, success } from '../fields/base-fields.ts';
import { ipRange } from '../fields/ip-range.ts';

const MAX_NAME_LENGTH = 100;
const MAX_FOLDERS = 100;
const MAX_RANGES = 50;

const nameField = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(MAX_NAME_LENGTH, `Use at most ${MAX_NAME_LENGTH} characters`);

export const tokenFields = z.strictObject({
  name: nameField('Name is required'),
  scope: z.enum(TOKEN_SCOPES),
  /** Only these folders and what is in them; `null` for everything that the owner may see. */
  folderIds: z
    .array(id)
    .min(1, 'Choose at least one folder')
    .max(MAX_FOLDERS, `Choose at most ${MAX_FOLDERS} folders`)
    .transform((ids) => [...new Set(ids)])
    .nullable(),
  /** IP addresses and networks, such as `192.0.2.0/24`, from which the token is accepted; `null` for all. */
  addressRanges: z
    .array(ipRange)
    .min(1, 'Enter at least one address')
    .max(MAX_RANGES, `Enter at most ${MAX_RANGES} addresses`)
    .nullable(),
  /** The program that the audit log names; without it, the name of the token. */
  agentName: nameField('Enter the name of the program').nullable(),
  expiresAt: instant.nullable(),
});

const apiToken = z.object({
  id,
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  /** The folders that the owner still sees, with their names. */
  folders: z.array(z.object({ id, name: z.string() })).nullable(),
  addressRanges: z.array(z.string()).nullable(),
  agentName: z.string().nullable(),
  createdAt: instant,
  /** `null` without an end. */
  expiresAt: instant.nullable(),
  /** Exact to a minute; `null` if it was never used. */
  lastUsedAt: instant.nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

export const listTokens = {
  method: 'GET',
  path: '/api/user/tokens',
  summary: 'Your own API tokens that are not revoked, newest first',
  caller: 'user',
  result: z.array(apiToken),
} as const satisfies Endpoint;

export const createToken = {
  method: 'POST',
  path: '/api/user/tokens',
  summary: 'Create an API token; the answer contains it this once',
  caller: 'user',
  body: tokenFields.partial().required({ name: true, scope: true }),
  result: apiToken.extend({ token: z.string() }),
  status: 201,
} as const satisfies Endpoint;

export const updateToken = {
  method: 'PATCH',
  path: '/api/user/tokens/:id',
  summary: 'Change the name, end or limits of your own API token; its scope cannot be changed',
  caller: 'user',
  params: idParams,
  body: tokenFields
    .omit({ scope: true })
    .partial()
    .refine((change) => Object.keys(change).length > 0, 'Name what changes'),
  result: apiToken,
} as const satisfies Endpoint;

export const revokeToken = {
  method: 'DELETE',
  path: '/api/user/tokens/:id',
  summary: 'Revoke your own API token at once',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
