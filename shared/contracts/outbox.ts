import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { filterQuery, id, idParams, instant, pageQuery } from './fields/base-fields.ts';

const mail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  /** `kept`: no mail server was configured when it was written, so it can only be read here. */
  state: z.enum(['waiting', 'sent', 'failed', 'kept']),
  createdAt: instant,
  sentAt: instant.nullable(),
  failedAt: instant.nullable(),
  lastError: z.string().nullable(),
});
export type Mail = z.infer<typeof mail>;

export const listOutbox = {
  method: 'GET',
  path: '/api/admin/outbox',
  summary: 'The mails of the last 30 days, newest first',
  caller: 'administrator',
  query: z.strictObject({ ...pageQuery, ...filterQuery }),
  result: z.array(mail),
} as const satisfies Endpoint;

export const getOutboxMail = {
  method: 'GET',
  path: '/api/admin/outbox/:id',
  summary: 'One mail with its text',
  caller: 'administrator',
  params: idParams,
  result: mail.extend({ text: z.string(), html: z.string() }),
} as const satisfies Endpoint;
