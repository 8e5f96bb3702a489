import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { getStart } from '#shared/contracts/start/start.ts';
import { loadStart } from './load-start.ts';

export function startRoutes(app: FastifyInstance): void {
  serve(app, getStart, (ctx, { query }) => loadStart(ctx, { home: query.home === true }));
}
