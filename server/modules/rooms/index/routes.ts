import type { FastifyInstance } from 'fastify';
import { sendExport } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/rooms/room-index.ts';
import { exportIndex, loadIndex, loadIndexReader } from './export-index.ts';
import { importIndex } from './import/import-index.ts';

export function indexRoutes(app: FastifyInstance): void {
  serve(app, contracts.importIndex, (ctx, { params }, { request }) => importIndex(ctx, params.id, request));
  serve(app, contracts.exportIndex, (ctx, { params, query }, exchange) => {
    // A page that is opened from here must run nothing.
    exchange.reply.header('x-content-type-options', 'nosniff').header('cache-control', 'private, no-store');
    return sendExport(ctx, exchange, {
      assertAllowed: (ctx) => loadIndex(ctx, params.id, query.groupId),
      assertStillAllowed: (ctx) => loadIndexReader(ctx, params.id, query.groupId),
      write: async () => {
        const { name, mediaType, bytes } = await exportIndex(ctx, params.id, query);
        return { name, content: bytes, headers: { 'content-type': mediaType } };
      },
    });
  });
}
