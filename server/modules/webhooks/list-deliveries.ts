import type { Context } from '#server/app/context.ts';
import { filterRows, type RowsWanted } from '#server/http/filter-rows.ts';
import { loadWebhook } from './load-webhook.ts';
import { presentDelivery } from './presenter.ts';
import { type DeliveryRow, listDeliveries } from './queries.ts';

/** Lists the deliveries of a webhook of the requester, one more than `limit`. */
export function listOwnDeliveries(
  ctx: Context,
  id: number,
  wanted: RowsWanted,
): Promise<readonly DeliveryRow[]> {
  return filterRows(wanted, {
    readPage: async (page) => {
      await loadWebhook(ctx, id);
      return listDeliveries(ctx.db, id, page);
    },
    textsOf: (row) => {
      const { event, eventId, lastStatus } = presentDelivery(row);
      return [event, eventId, lastStatus];
    },
    cursorOf: (row) => row.id,
  });
}
