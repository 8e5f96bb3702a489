import { type Context, transaction } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { composeBody, describeEvent } from './compose-body.ts';
import { findArchiveDetails, findObjectFolder, listAuditRowsAfter } from './event-queries.ts';
import { findVisibleEvents, loadOwner, withPlaces } from './may-see-event.ts';
import {
  advancePosition,
  claimDelivery,
  type DeliveryRow,
  findDueDelivery,
  findNextAttempt,
  findWebhook,
  insertDeliveries,
  removeDeliveriesBefore,
  setDelivery,
  type WebhookRow,
} from './queries.ts';
import { findPauseEnd, MINUTE_MS, RETRY_DELAYS_MS } from './retry-delays.ts';
import { sendEvent } from './send-event.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;
const RETENTION_MS = 30 * DAY_MS;
const ROWS_PER_BATCH = 500;
const SENDS_PER_JOB = 50;

/** Adds the deliveries of new audit events and sends those that are due. One job at a time works for a webhook. */
export async function deliverEvents(ctx: Context, webhookId: number, signal: AbortSignal): Promise<void> {
  while (await addDeliveries(ctx, webhookId)) signal.throwIfAborted();
  if (!(await isEnabled(ctx, webhookId))) return;
  let isReachable = (await findPauseEnd(ctx, webhookId)) <= ctx.now();
  for (let count = 0; count < SENDS_PER_JOB && isReachable; count += 1) {
    const webhook = await findWebhook(ctx.db, webhookId);
    if (!webhook || webhook.disabled_at !== null) return;
    const due = await findDueDelivery(ctx.db, webhookId, ctx.now());
    if (!due) break;
    isReachable = await attemptDelivery(ctx, webhook, due, signal);
  }
  await continueLater(ctx, webhookId);
}

/** Tells whether a webhook is there and enabled. What waits for one that is not is sent once it is enabled, which adds a job. */
async function isEnabled({ db }: Context, webhookId: number): Promise<boolean> {
  const webhook = await findWebhook(db, webhookId);
  return webhook !== undefined && webhook.disabled_at === null;
}

/** Reads the audit log from where it was left; returns whether there may be more. */
function addDeliveries(ctx: Context, webhookId: number): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const webhook = await findWebhook(ctx.db, webhookId);
    if (!webhook || webhook.disabled_at !== null) return false;
    const rows = await listAuditRowsAfter(ctx.db, webhook.last_position, ROWS_PER_BATCH);
    const last = rows.at(-1);
    if (!last) return false;
    const wanted = new Set<string>(JSON.parse(webhook.events));
    const step = { from: webhook.last_position, to: last.position };
    if (!(await advancePosition(ctx.db, webhookId, step))) return true;
    const chosen = await withPlaces(
      ctx,
      rows.filter(({ action }) => wanted.has(action)),
    );
    const owner = await loadOwner(ctx, webhook.owner_id);
    const isVisible = await findVisibleEvents(ctx, webhook, owner, chosen);
    const now = ctx.now();
    await insertDeliveries(
      ctx.db,
      chosen.filter(isVisible).map((row) => ({
        webhook_id: webhookId,
        event_id: row.position,
        object_kind: row.object_kind,
        object_id: row.object_id,
        payload: JSON.stringify(describeEvent(row)),
        created_at: now,
        next_attempt_at: now,
        delivered_at: null,
        abandoned_at: null,
        last_status: null,
      })),
    );
    await removeDeliveriesBefore(ctx.db, webhookId, now - RETENTION_MS);
    return rows.length === ROWS_PER_BATCH;
  });
}

/** Sends one event; returns whether the receiver answered as it should. */
async function attemptDelivery(
  ctx: Context,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<boolean> {
  // This is longer than a receiver may take. If this process dies, the delivery is repeated then.
  if (!(await claimDelivery(ctx.db, delivery, ctx.now() + MINUTE_MS))) return true;
  const owner = await loadOwner(ctx, webhook.owner_id);
  const folderId = await findObjectFolder(ctx.db, delivery);
  const archiveDetails = delivery.object_kind === null ? await findArchiveDetails(ctx.db, delivery) : null;
  const places = await withPlaces(ctx, [{ folderId, archiveDetails }]);
  const isVisible = await findVisibleEvents(ctx, webhook, owner, places);
  if (!places.some(isVisible)) {
    // Rights that ended while it waited.
    await setDelivery(ctx.db, delivery.id, { abandoned_at: ctx.now(), last_status: 'No permission' });
    return true;
  }
  const { isAccepted, status } = await sendEvent(
    {
      url: webhook.url,
      secret: ctx.encryptor.decrypt('webhook', webhook.encrypted_secret),
      body: await composeBody(ctx, delivery, folderId),
      deliveryId: delivery.id,
      sentAt: Math.floor(ctx.now() / 1_000),
    },
    { allowsPrivate: ctx.config.webhooksAllowPrivate, signal },
  );
  const now = ctx.now();
  const pause = RETRY_DELAYS_MS[delivery.attempts];
  await setDelivery(ctx.db, delivery.id, {
    attempts: delivery.attempts + 1,
    last_status: status,
    delivered_at: isAccepted ? now : null,
    abandoned_at: !isAccepted && pause === undefined ? now : null,
    next_attempt_at: now + (pause ?? 0),
  });
  return isAccepted;
}

/** Publishes a job for the next delivery that waits. Its key has the time, since a later job must not replace an earlier one. */
async function continueLater(ctx: Context, webhookId: number): Promise<void> {
  const next = await findNextAttempt(ctx.db, webhookId);
  if (next === null) return;
  const at = Math.max(next, await findPauseEnd(ctx, webhookId), ctx.now());
  await transaction(ctx, (ctx) =>
    publish(
      ctx,
      'webhook.due',
      { webhookId },
      { delayMs: at - ctx.now(), dedupeKey: `webhook:${webhookId}:${at}`, ownerId: webhookId },
    ),
  );
}
