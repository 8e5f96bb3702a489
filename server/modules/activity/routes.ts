import type { FastifyInstance } from 'fastify';
import { readWanted } from '#server/http/filter-rows.ts';
import { paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/activity.ts';
import { listActivity } from './list-activity.ts';
import { presentView } from './presenter.ts';

export function activityRoutes(app: FastifyInstance): void {
  serve(app, contracts.listViewsOfOwnFiles, async (ctx, { query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const views = await listActivity(ctx, 'owner', wanted);
    return paginate(views, wanted.limit, exchange).map(presentView);
  });
  serve(app, contracts.listOwnViews, async (ctx, { query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const views = await listActivity(ctx, 'viewer', wanted);
    return paginate(views, wanted.limit, exchange).map(presentView);
  });
}
