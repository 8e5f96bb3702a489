import type { FastifyInstance } from 'fastify';
import { loadFiles } from '#server/authorization/load-file.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/bulk.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { deleteFiles } from './delete-files.ts';
import { moveFiles } from './move-files.ts';

/** Registers the calls that change several files at once: all of them or none. */
export function bulkRoutes(app: FastifyInstance): void {
  serve(app, contracts.deleteFiles, async (ctx, { body }) => {
    await deleteFiles(ctx, body.fileIds);
    return SUCCESS;
  });
  serve(app, contracts.moveFiles, async (ctx, { body }) => {
    await moveFiles(ctx, body.fileIds, body.folderId);
    return SUCCESS;
  });
  serve(app, contracts.downloadFiles, async (ctx, { body }) => ({
    files: (await loadFiles(ctx, body.fileIds, 'download')).map(({ id, name }) => ({
      url: `/api/files/${id}/download`,
      name,
    })),
  }));
}
