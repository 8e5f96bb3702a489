import { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import { idParams, idText } from '../../fields/base-fields.ts';
import { exposureCheck } from '../exposure.ts';

const MAX_REASON_LENGTH = 500;

export const decideExposureFinding = {
  method: 'POST',
  path: '/api/exposure-checks/:id/findings/:findingId',
  summary:
    'Accept a finding with a reason, or note that the access level is lowered; with `alsoSame` all undecided findings of the same value; 409 once the check is signed off or a newer one replaces it. For the staff of the room',
  caller: 'user',
  params: idParams.extend({ findingId: idText }),
  body: z
    .strictObject({
      decision: z.enum(['accept', 'lower']),
      reason: z.string().trim().max(MAX_REASON_LENGTH).default(''),
      alsoSame: z.boolean().default(false),
    })
    .refine(({ decision, reason }) => decision !== 'accept' || reason !== '', {
      message: 'Enter a reason',
      path: ['reason'],
    }),
  /** The number of findings that were decided. */
  result: z.object({ decided: z.int() }),
} as const satisfies Endpoint;

export const signOffExposureCheck = {
  method: 'POST',
  path: '/api/exposure-checks/:id/sign-off',
  summary:
    'Sign off an exposure check; 409 while documents are not indexed, findings are not decided, or the group can reach other documents, and once a newer check replaces it. For managers',
  caller: 'user',
  params: idParams,
  result: exposureCheck,
} as const satisfies Endpoint;

export const exportExposureCheck = {
  method: 'GET',
  path: '/api/exposure-checks/:id/export',
  summary: 'The findings of an exposure check as CSV; is itself recorded. For the staff of the room',
  caller: 'user',
  tokenScope: 'read',
  hasSideEffects: true,
  params: idParams,
  result: 'bytes',
} as const satisfies Endpoint;
