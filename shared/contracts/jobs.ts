import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { filterQuery, id, idParams, instant, pageQuery, success } from './fields/base-fields.ts';

const job = z.object({
  id,
  kind: z.string(),
  state: z.enum(['waiting', 'running', 'quarantined']),
  attempts: z.int(),
  createdAt: instant,
  runAt: instant,
  lastError: z.string().nullable(),
});

export type Job = z.infer<typeof job>;

export const listJobs = {
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Background jobs that are waiting, running, or quarantined after their third failure',
  caller: 'administrator',
  query: z.strictObject({ ...pageQuery, ...filterQuery }),
  result: z.array(job),
} as const satisfies Endpoint;

export const retryJob = {
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  summary: 'Give a quarantined job three more attempts, the first one now',
  caller: 'administrator',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const discardJob = {
  method: 'DELETE',
  path: '/api/admin/jobs/:id',
  summary: 'Remove a quarantined job; what it would have done stays undone',
  caller: 'administrator',
  params: idParams,
  result: success,
} as const satisfies Endpoint;
