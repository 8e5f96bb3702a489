import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/rooms/copies.ts';
import { readCopy, requestCopy } from './request-copy.ts';

export function roomCopyRoutes(app: FastifyInstance): void {
  serve(app, contracts.createRoomCopy, (ctx, { params, body }) => requestCopy(ctx, params.id, body));
  serve(app, contracts.getRoomCopy, (ctx, { params }) => readCopy(ctx, params.id));
}
