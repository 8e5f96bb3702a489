import type { Context } from '#server/app/context.ts';
import type { Webhook, WebhookDelivery } from '#shared/contracts/programs/webhooks.ts';
import { mayReadWebhookAddresses } from '#shared/policies/bearer-addresses.ts';
import type { DeliveryRow, listWebhooks } from './queries.ts';

type ListedWebhook = Awaited<ReturnType<typeof listWebhooks>>[number];

export const presentWebhook = ({ actor }: Pick<Context, 'actor'>, webhook: ListedWebhook): Webhook => ({
  id: webhook.id,
  url: mayReadWebhookAddresses(actor) ? webhook.url : null,
  events: JSON.parse(webhook.events),
  folderId: webhook.folder_id,
  createdAt: new Date(webhook.created_at).toISOString(),
  isEnabled: webhook.disabled_at === null,
  pending: Number(webhook.pending),
});

function stateOf({ delivered_at, abandoned_at }: DeliveryRow): WebhookDelivery['state'] {
  if (delivered_at !== null) return 'delivered';
  return abandoned_at === null ? 'waiting' : 'abandoned';
}

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.event_id,
  event: JSON.parse(row.payload).event,
  state: stateOf(row),
  attempts: row.attempts,
  createdAt: new Date(row.created_at).toISOString(),
  nextAttemptAt: stateOf(row) === 'waiting' ? new Date(row.next_attempt_at).toISOString() : null,
  lastStatus: row.last_status,
});
