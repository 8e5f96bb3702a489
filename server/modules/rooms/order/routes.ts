import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/rooms/order.ts';
import { freezeNumbers } from './freeze-numbers.ts';
import { listEntries } from './list-entries.ts';
import { orderEntry } from './order-entry.ts';

export function orderRoutes(app: FastifyInstance): void {
  serve(app, contracts.listEntries, async (ctx, { params, query }, exchange) => {
    const { kind, limit = MAX_PAGE_SIZE, cursor } = query;
    const entries = await listEntries(ctx, params.id, { kind, limit, cursor });
    return paginate(entries, limit, exchange, ({ kind, id }) => `${kind}-${id}`);
  });
  serve(app, contracts.orderEntry, (ctx, { params, body }) => orderEntry(ctx, params.id, body));
  serve(app, contracts.freezeNumbers, (ctx, { params }) => freezeNumbers(ctx, params.id));
}
