import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/rooms/emergency.ts';
import { listEmergencyAccesses, openEmergencyAccess } from './open-emergency-access.ts';

export function emergencyAccessRoutes(app: FastifyInstance): void {
  serve(app, contracts.openEmergencyAccess, (ctx, { params, body }) =>
    openEmergencyAccess(ctx, params.id, body.reason),
  );
  serve(app, contracts.listEmergencyAccesses, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listEmergencyAccesses(ctx, params.id, { limit, cursor }), limit, exchange);
  });
}
