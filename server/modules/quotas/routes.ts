import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { getUsage } from '#shared/contracts/settings.ts';
import { loadUsage } from './load-usage.ts';

export function quotaRoutes(app: FastifyInstance): void {
  serve(app, getUsage, (ctx) => loadUsage(ctx));
}
