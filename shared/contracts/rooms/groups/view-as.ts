import { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import { id, idParams, instant, success } from '../../fields/base-fields.ts';

export const startViewAs = {
  method: 'POST',
  path: '/api/rooms/:id/view-as',
  summary:
    'See the room as one of its groups or as one member of it, with everything that this person may do there, read-only and for 30 minutes, beside the own session; sets a cookie. For managers',
  caller: 'actor',
  availableInViewAs: true,
  // It belongs to the session of a browser, which a program does not have.
  tokenScope: 'never',
  params: idParams,
  body: z.union([z.strictObject({ groupId: id }), z.strictObject({ memberId: id })]),
  result: z.object({ expiresAt: instant }),
  status: 201,
} as const satisfies Endpoint;

export const stopViewAs = {
  method: 'DELETE',
  path: '/api/rooms/:id/view-as',
  summary: 'Return to the own session',
  caller: 'actor',
  availableInViewAs: true,
  // It belongs to the session of a browser, which a program does not have.
  tokenScope: 'never',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
