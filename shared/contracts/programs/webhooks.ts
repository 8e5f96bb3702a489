import { z } from 'zod';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { Endpoint } from '../endpoint.ts';
import { filterQuery, id, idParams, idText, instant, pageQuery, success } from '../fields/base-fields.ts';

const MAX_URL_LENGTH = 2_000;
const INVALID_URL = 'Enter an address such as https://example.com/hook, without a password';

const url = z
  .string({ error: INVALID_URL })
  .trim()
  .max(MAX_URL_LENGTH, INVALID_URL)
  .refine((text) => {
    const parsed = URL.parse(text);
    const isHttp = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
    return parsed !== null && isHttp && parsed.username === '' && parsed.password === '';
  }, INVALID_URL);

const events = z
  .array(z.enum(AUDIT_ACTIONS))
  .min(1, 'Choose at least one event')
  .transform((names) => [...new Set(names)]);

const webhook = z.object({
  id,
  /** `null` for API tokens: an address may contain a secret. */
  url: z.string().nullable(),
  events: z.array(z.string()),
  /** Only events of this folder and what is in it; `null` for all. */
  folderId: id.nullable(),
  createdAt: instant,
  isEnabled: z.boolean(),
  /** Deliveries that wait or are repeated. */
  pending: z.int(),
});
export type Webhook = z.infer<typeof webhook>;

const delivery = z.object({
  id,
  /** The position of the event in the audit log. */
  eventId: id,
  event: z.string(),
  state: z.enum(['waiting', 'delivered', 'abandoned']),
  attempts: z.int(),
  createdAt: instant,
  nextAttemptAt: instant.nullable(),
  /** The status of the last answer, or why there was none. */
  lastStatus: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

export const listWebhooks = {
  method: 'GET',
  path: '/api/webhooks',
  summary: 'Your own webhooks, newest first',
  caller: 'user',
  result: z.array(webhook),
} as const satisfies Endpoint;

export const createWebhook = {
  method: 'POST',
  path: '/api/webhooks',
  summary:
    'Send events of a folder that you own, or as an administrator of everything, to an address; the answer contains the secret this once',
  caller: 'user',
  // It would go on after the token.
  tokenScope: 'never',
  body: z.strictObject({ url, events, folderId: id.nullable().default(null) }),
  result: webhook.extend({ secret: z.string() }),
  status: 201,
} as const satisfies Endpoint;

export const getWebhook = {
  method: 'GET',
  path: '/api/webhooks/:id',
  summary: 'One of your own webhooks',
  caller: 'user',
  params: idParams,
  result: webhook,
} as const satisfies Endpoint;

export const updateWebhook = {
  method: 'PATCH',
  path: '/api/webhooks/:id',
  summary: 'Change the address or events of your own webhook, disable or enable it',
  caller: 'user',
  tokenScope: 'never',
  params: idParams,
  body: z
    .strictObject({ url: url.optional(), events: events.optional(), isEnabled: z.boolean().optional() })
    .refine((change) => Object.keys(change).length > 0, 'Name what changes'),
  result: webhook,
} as const satisfies Endpoint;

export const deleteWebhook = {
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Delete your own webhook with its deliveries',
  caller: 'user',
  tokenScope: 'never',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

export const listDeliveries = {
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'The deliveries of your own webhook in the last 30 days, newest first',
  caller: 'user',
  params: idParams,
  query: z.strictObject({ ...pageQuery, ...filterQuery }),
  result: z.array(delivery),
} as const satisfies Endpoint;

export const resendDelivery = {
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/resend',
  summary: 'Send an event once more, with the same id',
  caller: 'user',
  tokenScope: 'never',
  params: idParams.extend({ deliveryId: idText }),
  result: delivery,
} as const satisfies Endpoint;
