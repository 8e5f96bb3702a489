import type { FastifyInstance, FastifyReply } from 'fastify';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { requireWhileSending } from '#server/http/end-revoked-responses.ts';
import { attachmentDisposition } from '#server/http/send-bytes.ts';
import { type Exchange, serve } from '#server/http/serve.ts';
import { archiveFiles as archiveFilesCall } from '#shared/contracts/bulk.ts';
import { archiveFolder as archiveFolderCall } from '#shared/contracts/folders.ts';
import { type Archive, archiveFiles, archiveFolder } from './create-archive.ts';

/** Sends an archive in chunks and without ranges, because its length is known only at its end. */
function sendZip({ request, reply }: Exchange, { name, archive, assertAllowed }: Archive): FastifyReply {
  requireWhileSending(request, assertAllowed);
  return reply
    .header('content-type', 'application/zip')
    .header('content-disposition', attachmentDisposition(name))
    .header('cache-control', 'no-store')
    .send(archive);
}

export function archiveRoutes(app: FastifyInstance): void {
  serve(app, archiveFolderCall, async (ctx, { params }, exchange) => {
    const { request, reply } = exchange;
    if (request.method !== 'HEAD') return sendZip(exchange, await archiveFolder(ctx, params.id));
    // A HEAD request creates no archive.
    await loadFolder(ctx, params.id, 'download');
    return reply.header('content-type', 'application/zip').send();
  });
  serve(app, archiveFilesCall, async (ctx, { body }, exchange) =>
    sendZip(exchange, await archiveFiles(ctx, body.fileIds)),
  );
}
