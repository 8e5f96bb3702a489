import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/changes/changes.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { listChanges } from './list-changes.ts';
import { markSeen } from './visits.ts';

/** Registers the calls for what changed since the last visit. */
export function changeRoutes(app: FastifyInstance): void {
  serve(app, contracts.listChanges, async (ctx, { query }, exchange) => {
    const { since, folderId, limit = MAX_PAGE_SIZE, cursor } = query;
    const changes = await listChanges(ctx, { since, folderId, limit, cursor });
    return paginate(changes, limit, exchange).map(({ id: _, ...change }) => change);
  });
  serve(app, contracts.markChangesSeen, async (ctx, { body }) => {
    await markSeen(ctx, body);
    return SUCCESS;
  });
}
