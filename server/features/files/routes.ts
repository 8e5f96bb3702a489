import type { FastifyInstance, FastifyReply } from 'fastify';
import { type LoadedFile, loadFile } from '#server/access/load-file.ts';
import type { Context } from '#server/context.ts';
import { LARGEST_PAGE, pageOf } from '#server/http/list-page.ts';
import { sendBytes } from '#server/http/send-bytes.ts';
import { type Exchange, serve } from '#server/http/serve.ts';
import { DONE } from '#shared/contracts/fields.ts';
import * as contracts from '#shared/contracts/files.ts';
import { fileTypeOf, mediaTypeOf } from '#shared/domain/file-kind.ts';
import { allowDownload } from './allow-download.ts';
import { deleteFile } from './delete-file.ts';
import { listFiles } from './list-files.ts';
import { markDownload } from './mark-download.ts';
import { moveFile } from './move-file.ts';
import { presentFile, presentListedFile } from './presenter.ts';
import { findBlobOf, readContent } from './read-content.ts';
import { receiveUpload } from './receive-upload.ts';

/** What is not a type of ours goes out as bytes, so that no browser runs it. */
async function sendFile(
  ctx: Context,
  file: LoadedFile,
  { request, reply }: Exchange,
  attachment: { attachmentName?: string },
): Promise<FastifyReply> {
  const mediaType = mediaTypeOf(fileTypeOf(file.name));
  const marked = await markDownload(ctx, file);
  if (marked) {
    const { spool } = ctx.pages;
    reply.raw.once('close', () => void spool.remove(marked.key));
    const { size } = marked;
    return sendBytes(request, reply, {
      ...attachment,
      ...{ size, mediaType, sha256: undefined, open: () => spool.open(marked) },
    });
  }
  const blob = await findBlobOf(ctx, file);
  const { size, sha256 } = blob;
  return sendBytes(request, reply, {
    ...attachment,
    ...{ size, mediaType, sha256, open: (range) => ctx.blobs.open(blob, range) },
  });
}

export function fileRoutes(app: FastifyInstance): void {
  serve(app, contracts.listFiles, async (ctx, { query }, exchange) => {
    const { folderId, limit = LARGEST_PAGE, cursor } = query;
    const files = await listFiles(ctx, { folderId, limit, cursor });
    return pageOf(files, limit, exchange).map(presentListedFile);
  });
  serve(app, contracts.getFile, async (ctx, { params }) => {
    const file = await loadFile(ctx, params.id, 'view');
    return { ...presentFile(file), content: await readContent(ctx, file) };
  });
  serve(app, contracts.uploadFile, async (ctx, _input, { request }) =>
    presentFile(await receiveUpload(ctx, request)),
  );
  // Showing a file this way means sending its bytes, which takes the right to have them; all others get its pages.
  serve(app, contracts.viewFile, async (ctx, { params }, exchange) =>
    sendFile(ctx, await loadFile(ctx, params.id, 'download'), exchange, {}),
  );
  serve(app, contracts.downloadFile, async (ctx, { params }, exchange) => {
    const file = await loadFile(ctx, params.id, 'download');
    return sendFile(ctx, file, exchange, { attachmentName: file.name });
  });
  serve(app, contracts.setAllowDownload, async (ctx, { params, body }) =>
    presentFile(await allowDownload(ctx, params.id, body.allowDownload)),
  );
  serve(app, contracts.moveFile, async (ctx, { params, body }) =>
    presentFile(await moveFile(ctx, params.id, body.folderId)),
  );
  serve(app, contracts.deleteFile, async (ctx, { params }) => {
    await deleteFile(ctx, params.id);
    return DONE;
  });
}
