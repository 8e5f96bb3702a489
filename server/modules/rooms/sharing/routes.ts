import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { listSharing } from '#shared/contracts/links/sharing.ts';
import { listAudience as listAudienceContract } from '#shared/contracts/rooms/audience.ts';
import { listAudience } from './list-audience.ts';
import { readSharing } from './read-sharing.ts';

export function sharingRoutes(app: FastifyInstance): void {
  serve(app, listSharing, (ctx, { params }) => readSharing(ctx, params.id));
  serve(app, listAudienceContract, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listAudience(ctx, params.id, { limit, cursor }), limit, exchange);
  });
}
