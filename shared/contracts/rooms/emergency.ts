import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, pageQuery } from '../fields/base-fields.ts';

const MAX_REASON_LENGTH = 1000;

const emergencyAccess = z.object({
  id,
  /** The username of the administrator. */
  administrator: z.string(),
  reason: z.string(),
  createdAt: instant,
  expiresAt: instant,
});
export type EmergencyAccess = z.infer<typeof emergencyAccess>;

export const openEmergencyAccess = {
  method: 'POST',
  path: '/api/rooms/:id/emergency-access',
  summary:
    'Read and manage for 60 minutes a room that administrators may not read; recorded, and its managers are notified. 409 if they may. For administrators',
  caller: 'user',
  tokenScope: 'never',
  params: idParams,
  body: z.strictObject({
    reason: z
      .string()
      .trim()
      .min(1, 'Enter a reason')
      .max(MAX_REASON_LENGTH, `Use at most ${MAX_REASON_LENGTH} characters`),
  }),
  result: z.object({ expiresAt: instant }),
  status: 201,
} as const satisfies Endpoint;

export const listEmergencyAccesses = {
  method: 'GET',
  path: '/api/rooms/:id/emergency-access',
  summary: 'The emergency accesses of administrators to a room, newest first; for its staff',
  caller: 'user',
  params: idParams,
  query: z.strictObject(pageQuery),
  result: z.array(emergencyAccess),
} as const satisfies Endpoint;
