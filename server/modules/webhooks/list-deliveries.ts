import type { Context } from '#server/app/context.ts';
import { loadWebhook } from './load-webhook.ts';
import { type DeliveryRow, listDeliveries } from './queries.ts';

/** Lists the deliveries of a webhook of the requester, one more than `limit`. */
export async function listOwnDeliveries(
  ctx: Context,
  id: number,
  page: { limit: number; cursor: number | undefined },
): Promise<DeliveryRow[]> {
  await loadWebhook(ctx, id);
  return listDeliveries(ctx.db, id, page);
}
