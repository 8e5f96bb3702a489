import { z } from 'zod';
import { SESSION_ASSURANCES } from '../../domain/session-assurance.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, success } from '../fields/base-fields.ts';

const session = z.object({
  id,
  /** Browser and operating system, as the browser describes itself. */
  device: z.string(),
  /** The IP address of the sign-in. */
  address: z.string(),
  createdAt: instant,
  /** Exact to a minute. */
  lastSeenAt: instant,
  assurance: z.enum(SESSION_ASSURANCES),
  /** `true` for the session of the request. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const listSessions = {
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Your own sessions, the one that was used last first',
  caller: 'user',
  result: z.array(session),
} as const satisfies Endpoint;

export const endOwnSession = {
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  summary: 'End one of your own sessions',
  caller: 'user',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const endOtherSessions = {
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'End all your own sessions except the one of the request',
  caller: 'user',
  result: success,
} as const satisfies Endpoint;

export const endAllSessions = {
  method: 'POST',
  path: '/api/admin/sessions/end-all',
  summary: 'End every session of every user and visitor, your own included',
  caller: 'administrator',
  result: success,
} as const satisfies Endpoint;
