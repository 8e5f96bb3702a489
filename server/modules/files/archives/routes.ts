import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { attachmentDisposition } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import { archiveFiles as archiveFilesCall } from '#shared/contracts/bulk.ts';
import { archiveFolder as archiveFolderCall } from '#shared/contracts/folders.ts';
import { archiveFiles, archiveFolder } from './create-archive.ts';

/** Sends an archive in chunks and without ranges, because its length is known only at its end. */
const sendZip = (reply: FastifyReply, { name, archive }: { name: string; archive: Readable }) =>
  reply
    .header('content-type', 'application/zip')
    .header('content-disposition', attachmentDisposition(name))
    .header('cache-control', 'no-store')
    .send(archive);

export function archiveRoutes(app: FastifyInstance): void {
  serve(app, archiveFolderCall, async (ctx, { params }, { request, reply }) => {
    if (request.method !== 'HEAD') return sendZip(reply, await archiveFolder(ctx, params.id));
    // A HEAD request creates no archive.
    await loadFolder(ctx, params.id, 'download');
    return reply.header('content-type', 'application/zip').send();
  });
  serve(app, archiveFilesCall, async (ctx, { body }, { reply }) =>
    sendZip(reply, await archiveFiles(ctx, body.fileIds)),
  );
}
