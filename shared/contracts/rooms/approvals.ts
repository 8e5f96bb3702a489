import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant } from '../fields/base-fields.ts';
import { publication } from './publications.ts';

/** A publication that waits for the caller, with what changes for their own group. */
const approval = z.object({
  id,
  roomId: id,
  /** `null` for as soon as the caller agrees. */
  publishAt: instant.nullable(),
  version: z.string(),
  gains: z.int(),
  loses: z.int(),
  changes: z.int(),
});
export type Approval = z.infer<typeof approval>;

/** The publication for the staff; for the member who decided, its id alone. */
const decided = z.union([publication, publication.pick({ id: true })]);

export const listApprovals = {
  method: 'GET',
  path: '/api/publication-approvals',
  summary: 'The publications that wait for your agreement as a member of a group; at most 100',
  caller: 'actor',
  result: z.array(approval),
} as const satisfies Endpoint;

export const approvePublication = {
  method: 'POST',
  path: '/api/publications/:id/approve',
  tokenScope: 'never',
  summary:
    'Approve a publication that another manager requested, or agree to it as the member who was named: it is published now, or at its date; 409 if it is no longer that of `version`',
  caller: 'actor',
  params: idParams,
  body: z.strictObject({ version: z.string().max(200) }),
  result: decided,
  status: 200,
} as const satisfies Endpoint;

export const declinePublication = {
  method: 'POST',
  path: '/api/publications/:id/decline',
  tokenScope: 'never',
  summary:
    'Decline a publication that another manager requested, or as the member who was named, with a reason: its content is a draft again',
  caller: 'actor',
  params: idParams,
  body: z.strictObject({
    reason: z.string().trim().min(1, 'Enter a reason').max(1_000, 'Use at most 1,000 characters'),
  }),
  result: decided,
  status: 200,
} as const satisfies Endpoint;
