import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/activity.ts';
import { listActivity } from './list-activity.ts';
import { presentView } from './presenter.ts';

export function activityRoutes(app: FastifyInstance): void {
  serve(app, contracts.listViewsOfOwnFiles, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const views = await listActivity(ctx, { whose: 'owner', limit, cursor });
    return paginate(views, limit, exchange).map(presentView);
  });
  serve(app, contracts.listOwnViews, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const views = await listActivity(ctx, { whose: 'viewer', limit, cursor });
    return paginate(views, limit, exchange).map(presentView);
  });
}
