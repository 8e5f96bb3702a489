import type { FastifyInstance } from 'fastify';
import { sendBytes } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/online-views.ts';
import { fileTypeOf, mediaTypeOf } from '#shared/domain/file-type.ts';
import { openDownload } from './open-download.ts';
import { loadOnlineView, openOnlineView } from './open-online-view.ts';

export function onlineViewRoutes(app: FastifyInstance): void {
  serve(app, contracts.openOnlineView, (ctx, { params }) => openOnlineView(ctx, params.id));
  serve(app, contracts.readOnlineView, async (stranger, { params }, { request, reply }) => {
    const { ctx, file } = await loadOnlineView(stranger, params.token);
    const { size, sha256, open } = await openDownload(ctx, file);
    return sendBytes(request, reply, {
      size,
      sha256,
      mediaType: mediaTypeOf(fileTypeOf(file.name)),
      attachmentName: file.name,
      open,
    });
  });
}
