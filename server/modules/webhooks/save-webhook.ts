import { randomBytes } from 'node:crypto';
import { audit } from '#server/app/audit.ts';
import { type Context, transaction, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { resolvePublicAddress } from '#server/engines/network/public-address.ts';
import { findAuditPosition } from '#server/modules/audit/find-audit-position.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type {
  createWebhook as createContract,
  updateWebhook as updateContract,
} from '#shared/contracts/programs/webhooks.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { loadWebhook, WEBHOOK_NOT_FOUND } from './load-webhook.ts';
import {
  type DeliveryRow,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  setDelivery,
  setWebhook,
} from './queries.ts';

/** Every change looks at all webhooks. */
const MAX_WEBHOOKS = 20;
const SECRET_BYTES = 32;

/** Creates a webhook of the requester and returns its id with its secret, which is shown this once. */
export async function createWebhook(
  ctx: Context,
  { url, events, folderId }: BodyOf<typeof createContract>,
): Promise<{ id: number; secret: string }> {
  await assertReceiver(ctx, url);
  return withLockAsUser(ctx, 'users', async (ctx) => {
    if (folderId !== null) await loadFolder(ctx, folderId, 'seeActivity');
    else if (!isAdmin(ctx.actor)) throw new AppError('forbidden', 'Choose a folder that you own.');
    if ((await listWebhooks(ctx.db, ctx.actor.id)).length >= MAX_WEBHOOKS)
      throw new AppError(
        'conflict',
        `You have reached the limit of ${MAX_WEBHOOKS} webhooks. Delete one first.`,
      );
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
    const id = await insertWebhook(ctx.db, {
      owner_id: ctx.actor.id,
      folder_id: folderId,
      url,
      events: JSON.stringify(events),
      encrypted_secret: ctx.encryptor.encrypt('webhook', secret),
      last_position: await findAuditPosition(ctx),
      created_at: ctx.now(),
      disabled_at: null,
    });
    await audit(ctx, { action: 'webhook.create', details: { webhookId: id, folderId, host: hostOf(url) } });
    return { id, secret };
  });
}

async function assertReceiver({ config }: Context, url: string): Promise<void> {
  await resolvePublicAddress(new URL(url), { allowsPrivate: config.webhooksAllowPrivate });
}

const hostOf = (url: string): string => new URL(url).host;

/** Changes a webhook of the requester. An enabled one continues with what happens from then on. */
export async function updateWebhook(
  ctx: Context,
  id: number,
  { url, events, isEnabled }: BodyOf<typeof updateContract>,
): Promise<void> {
  await loadWebhook(ctx, id);
  if (url !== undefined) await assertReceiver(ctx, url);
  // Two changes at once would each write what the other has not changed yet.
  await withLock(ctx, 'users', async (ctx) => {
    const webhook = await loadWebhook(ctx, id);
    const wasEnabled = webhook.disabled_at === null;
    const shouldEnable = isEnabled ?? wasEnabled;
    await setWebhook(ctx.db, id, {
      url: url ?? webhook.url,
      events: events ? JSON.stringify(events) : webhook.events,
      disabled_at: shouldEnable ? null : (webhook.disabled_at ?? ctx.now()),
      ...(shouldEnable && !wasEnabled && { last_position: await findAuditPosition(ctx) }),
    });
    await audit(ctx, {
      action: 'webhook.update',
      details: {
        webhookId: id,
        folderId: webhook.folder_id,
        host: hostOf(url ?? webhook.url),
        isEnabled: shouldEnable,
      },
    });
    if (shouldEnable) await publishDue(ctx, id);
  });
}

/** Has the deliveries sent that are due, by the job that waits for it already if there is one. */
const publishDue = (ctx: Context, webhookId: number): Promise<void> =>
  publish(ctx, 'webhook.due', { webhookId }, { dedupeKey: `webhook:${webhookId}`, ownerId: webhookId });

export function deleteWebhook(ctx: Context, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { url, folder_id: folderId } = await loadWebhook(ctx, id);
    await removeWebhook(ctx.db, id);
    await audit(ctx, { action: 'webhook.delete', details: { webhookId: id, folderId, host: hostOf(url) } });
  });
}

/** Sends an event once more, also one that was delivered. Refuses while the webhook is disabled, which sends nothing. */
export function resendDelivery(ctx: Context, id: number, deliveryId: number): Promise<DeliveryRow> {
  return transaction(ctx, async (ctx) => {
    const { disabled_at, url, folder_id: folderId } = await loadWebhook(ctx, id);
    const [delivery] = await listDeliveries(ctx.db, id, { limit: 1, id: deliveryId });
    if (!delivery) throw new AppError('not-found', WEBHOOK_NOT_FOUND);
    if (disabled_at !== null)
      throw new AppError('conflict', 'The webhook is disabled. Enable it, then send the event again.');
    const again = { attempts: 0, next_attempt_at: ctx.now(), delivered_at: null, abandoned_at: null };
    await setDelivery(ctx.db, deliveryId, again);
    await publishDue(ctx, id);
    await audit(ctx, {
      action: 'webhook.resend',
      details: { webhookId: id, folderId, host: hostOf(url), deliveryId },
    });
    return { ...delivery, ...again };
  });
}
