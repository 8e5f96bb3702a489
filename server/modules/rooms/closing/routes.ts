import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { getClosing } from '#shared/contracts/rooms/closing.ts';
import { readClosing } from './read-closing.ts';

export function closingRoutes(app: FastifyInstance): void {
  serve(app, getClosing, (ctx, { params }) => readClosing(ctx, params.id));
}
