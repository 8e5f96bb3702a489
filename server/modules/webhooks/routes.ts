import type { FastifyInstance } from 'fastify';
import { readWanted } from '#server/http/filter-rows.ts';
import { paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/programs/webhooks.ts';
import { listOwnDeliveries } from './list-deliveries.ts';
import { listOwnWebhooks, loadWebhook } from './load-webhook.ts';
import { presentDelivery, presentWebhook } from './presenter.ts';
import { createWebhook, deleteWebhook, resendDelivery, updateWebhook } from './save-webhook.ts';

export function webhookRoutes(app: FastifyInstance): void {
  serve(app, contracts.listWebhooks, async (ctx) =>
    (await listOwnWebhooks(ctx)).map((webhook) => presentWebhook(ctx, webhook)),
  );
  serve(app, contracts.createWebhook, async (ctx, { body }) => {
    const { id, secret } = await createWebhook(ctx, body);
    return { ...presentWebhook(ctx, await loadWebhook(ctx, id)), secret };
  });
  serve(app, contracts.getWebhook, async (ctx, { params }) =>
    presentWebhook(ctx, await loadWebhook(ctx, params.id)),
  );
  serve(app, contracts.updateWebhook, async (ctx, { params, body }) => {
    await updateWebhook(ctx, params.id, body);
    return presentWebhook(ctx, await loadWebhook(ctx, params.id));
  });
  serve(app, contracts.deleteWebhook, async (ctx, { params }) => {
    await deleteWebhook(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.listDeliveries, async (ctx, { params, query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const rows = await listOwnDeliveries(ctx, params.id, wanted);
    return paginate(rows, wanted.limit, exchange).map(presentDelivery);
  });
  serve(app, contracts.resendDelivery, async (ctx, { params }) =>
    presentDelivery(await resendDelivery(ctx, params.id, params.deliveryId)),
  );
}
