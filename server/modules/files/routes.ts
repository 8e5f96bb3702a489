import type { FastifyInstance } from 'fastify';
import { findAncestorNamesOfFiles } from '#server/authorization/groups/ancestor-names.ts';
import { numberFile } from '#server/authorization/index-numbers/find-numbers.ts';
import { loadFile, loadFiles } from '#server/authorization/load-file.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { sendBytes } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as bulk from '#shared/contracts/bulk.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/files.ts';
import * as onlineViews from '#shared/contracts/online-views.ts';
import { fileTypeOf, isTextType, mediaTypeOf } from '#shared/domain/file-type.ts';
import { deleteFile, deleteFiles } from './delete-files.ts';
import { listFiles } from './list-files.ts';
import { moveFile, moveFiles } from './move-files.ts';
import { openAsPdf, openDownload } from './open-download.ts';
import { assertOnlineViewAllowed, loadOnlineView, openOnlineView } from './open-online-view.ts';
import { limitRendering } from './pages/limit-rendering.ts';
import { presentFile, presentListedFile } from './presenter.ts';
import { readContent } from './read-content.ts';
import { renameFile } from './rename-file.ts';
import { recordFileView, sendFileDownload, sendFileView, whileReadable } from './send-file.ts';
import { setAllowDownload } from './set-allow-download.ts';
import { receiveUpload } from './upload/receive-upload.ts';

export function fileRoutes(app: FastifyInstance): void {
  serve(app, contracts.listFiles, async (ctx, { query }, exchange) => {
    const { folderId, limit = MAX_PAGE_SIZE, cursor } = query;
    const files = await listFiles(ctx, { folderId, limit, cursor });
    return paginate(files, limit, exchange).map((file) => presentListedFile(file, ctx.actor));
  });
  serve(app, contracts.getFile, async (ctx, { params }, exchange) => {
    const file = await loadFile(ctx, params.id, 'view');
    const isOutside = file.groupAccess !== undefined && file.folder_id === null;
    // This comes before the content, which may take long to read.
    const namesOf = await findAncestorNamesOfFiles(ctx, isOutside ? [file.id] : []);
    const content = await readContent(ctx, file);
    // The web app displays texts from this response and doesn't fetch the file itself.
    if (content !== null && isTextType(fileTypeOf(file.name))) await recordFileView(ctx, file, exchange);
    return { ...presentFile(file), ...namesOf(file.id), ...(await numberFile(ctx, file)), content };
  });
  serve(app, contracts.uploadFile, async (ctx, _input, { request }) => {
    const file = await receiveUpload(ctx, request);
    const { replacesPlaceholder } = file;
    return { ...presentFile(file), ...(replacesPlaceholder !== undefined && { replacesPlaceholder }) };
  });
  // This sends the bytes of the file and so requires the download permission; others get rendered pages.
  serve(app, contracts.viewFile, async (ctx, { params }, exchange) =>
    sendFileView(ctx, await loadFile(ctx, params.id, 'download'), exchange),
  );
  serve(app, contracts.viewFileAsPdf, async (ctx, { params }, exchange) => {
    const file = await loadFile(ctx, params.id, 'downloadAsPdf');
    const pdf = await limitRendering(ctx, () => openAsPdf(ctx, file));
    if (!pdf) return exchange.reply.code(204).send();
    return sendBytes(exchange, pdf, {
      record: () => recordFileView(ctx, file, exchange),
      assertAllowed: whileReadable(file, 'downloadAsPdf'),
      mediaType: mediaTypeOf('pdf'),
    });
  });
  serve(app, contracts.downloadFile, async (ctx, { params }, exchange) =>
    sendFileDownload(ctx, await loadFile(ctx, params.id, 'download'), exchange),
  );
  serve(app, contracts.renameFile, async (ctx, { params, body }) =>
    presentFile(await renameFile(ctx, params.id, body.name)),
  );
  serve(app, contracts.setAllowDownload, async (ctx, { params, body }) =>
    presentFile(await setAllowDownload(ctx, params.id, body.allowDownload)),
  );
  serve(app, contracts.moveFile, async (ctx, { params, body }) =>
    presentFile(await moveFile(ctx, params.id, body.folderId, { isDraft: body.draft })),
  );
  serve(app, contracts.deleteFile, async (ctx, { params }) => {
    await deleteFile(ctx, params.id);
    return SUCCESS;
  });
}

/** Registers the calls that change several files at once: all of them or none. */
export function bulkRoutes(app: FastifyInstance): void {
  serve(app, bulk.deleteFiles, async (ctx, { body }) => {
    await deleteFiles(ctx, body.fileIds);
    return SUCCESS;
  });
  serve(app, bulk.moveFiles, async (ctx, { body }) => {
    await moveFiles(ctx, body.fileIds, body.folderId, { isDraft: body.draft });
    return SUCCESS;
  });
  serve(app, bulk.downloadFiles, async (ctx, { body }) => ({
    files: (await loadFiles(ctx, body.fileIds, 'download')).map(({ id, name }) => ({
      url: `/api/files/${id}/download`,
      name,
    })),
  }));
}

export function onlineViewRoutes(app: FastifyInstance): void {
  serve(app, onlineViews.openOnlineView, (ctx, { params }) => openOnlineView(ctx, params.id));
  serve(app, onlineViews.readOnlineView, async (anonymous, { params }, exchange) => {
    const { ctx, file } = await loadOnlineView(anonymous, params.token);
    return sendBytes(exchange, await openDownload(ctx, file), {
      assertAllowed: () => assertOnlineViewAllowed(ctx, file),
      mediaType: mediaTypeOf(fileTypeOf(file.name)),
      attachmentName: file.name,
    });
  });
}
