import type { FastifyInstance } from 'fastify';
import { sendBytes } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/online-views.ts';
import { fileTypeOf, mediaTypeOf } from '#shared/domain/file-type.ts';
import { openDownload } from './open-download.ts';
import { loadOnlineView, openOnlineView } from './open-online-view.ts';

export function onlineViewRoutes(app: FastifyInstance): void {
  serve(app, contracts.openOnlineView, (ctx, { params }) => openOnlineView(ctx, params.id));
  serve(app, contracts.readOnlineView, async (anonymous, { params }, exchange) => {
    const { ctx, file } = await loadOnlineView(anonymous, params.token);
    return sendBytes(exchange, await openDownload(ctx, file), {
      mediaType: mediaTypeOf(fileTypeOf(file.name)),
      attachmentName: file.name,
    });
  });
}
