import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, optionalBody, success } from '../fields/base-fields.ts';
import { tokenFields } from './api-tokens.ts';

/** A program of a room has no rights of an administrator. */
const scope = z.enum(['read', 'write']);

const accountFields = tokenFields.omit({ agentName: true }).extend({ scope });

const serviceAccount = z.object({
  id,
  name: z.string(),
  /** By which lists of people and the audit log name it. */
  username: z.string(),
  /** `null` after a backup was restored, which contains no tokens. */
  scope: scope.nullable(),
  /** The folders of the room that it is limited to and that still exist; `null` for the whole room. */
  folders: z.array(z.object({ id, name: z.string() })).nullable(),
  addressRanges: z.array(z.string()).nullable(),
  createdAt: instant,
  /** `null` without an end. */
  expiresAt: instant.nullable(),
  /** Exact to a minute; `null` if its token was never used. */
  lastUsedAt: instant.nullable(),
  /** `false` once its token was revoked, such as when an administrator ended all sessions. */
  hasToken: z.boolean(),
});
export type ServiceAccount = z.infer<typeof serviceAccount>;

const withToken = serviceAccount.extend({ token: z.string() });

export const listServiceAccounts = {
  method: 'GET',
  path: '/api/rooms/:id/service-accounts',
  summary: 'The service accounts of a room, newest first; for its managers',
  caller: 'user',
  params: idParams,
  result: z.array(serviceAccount),
} as const satisfies Endpoint;

export const createServiceAccount = {
  method: 'POST',
  path: '/api/rooms/:id/service-accounts',
  summary:
    'Create an account for a program that works in this room alone; the answer contains its token this once',
  caller: 'user',
  params: idParams,
  body: accountFields.partial().required({ name: true, scope: true }),
  result: withToken,
  status: 201,
} as const satisfies Endpoint;

export const renewServiceAccount = {
  method: 'POST',
  path: '/api/service-accounts/:id/token',
  summary:
    'Replace the token of a service account; the one before ends at once. What is not given stays as it was; an end that has passed comes after the same time again',
  caller: 'user',
  params: idParams,
  body: optionalBody(accountFields.omit({ name: true }).partial()),
  result: withToken,
  status: 201,
} as const satisfies Endpoint;

export const deleteServiceAccount = {
  method: 'DELETE',
  path: '/api/service-accounts/:id',
  summary: 'Delete a service account at once; its files pass to the owner of the room',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
