import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { listRoomReceipts as contract } from '#shared/contracts/rooms/receipts.ts';
import { listRoomReceipts, presentRoomReceipt } from './list-room-receipts.ts';

export function roomReceiptRoutes(app: FastifyInstance): void {
  serve(app, contract, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await listRoomReceipts(ctx, params.id, { limit, cursor });
    return paginate(rows, limit, exchange).map(presentRoomReceipt);
  });
}
