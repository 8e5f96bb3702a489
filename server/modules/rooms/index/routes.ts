import type { FastifyInstance } from 'fastify';
import { requireWhileSending } from '#server/http/end-revoked-responses.ts';
import { attachmentDisposition } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/rooms/room-index.ts';
import { exportIndex, loadIndex, loadIndexReader } from './export-index.ts';
import { importIndex } from './import/import-index.ts';

export function indexRoutes(app: FastifyInstance): void {
  serve(app, contracts.importIndex, (ctx, { params }, { request }) => importIndex(ctx, params.id, request));
  serve(app, contracts.exportIndex, async (ctx, { params, query }, { request, reply }) => {
    // A page that is opened from here must run nothing.
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'private, no-store');
    if (request.method === 'HEAD') {
      // A HEAD request exports nothing, so nothing is recorded.
      await loadIndex(ctx, params.id, query.groupId);
      return reply.send();
    }
    const { name, mediaType, bytes } = await exportIndex(ctx, params.id, query);
    requireWhileSending(request, (ctx) => loadIndexReader(ctx, params.id, query.groupId));
    return reply
      .header('content-type', mediaType)
      .header('content-disposition', attachmentDisposition(name))
      .send(bytes);
  });
}
