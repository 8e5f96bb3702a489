import type { FastifyInstance } from 'fastify';
import { readWanted } from '#server/http/filter-rows.ts';
import { paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { presentFile } from '#server/modules/files/presenter.ts';
import { presentFolder } from '#server/modules/folders/presenter.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/trash.ts';
import { emptyTrash } from './empty-trash.ts';
import { listTrash, presentTrashed } from './list-trash.ts';
import { purgeFile } from './purge-file.ts';
import { purgeFolder } from './purge-folder.ts';
import { restoreFile, restoreFiles } from './restore-file.ts';
import { restoreFolder } from './restore-folder.ts';

export function trashRoutes(app: FastifyInstance): void {
  serve(app, contracts.listTrash, async (ctx, { query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const rows = await listTrash(ctx, wanted);
    const page = paginate(rows, wanted.limit, exchange, (row) => `${row.deleted_at}-${row.kind}-${row.id}`);
    return page.map((row) => presentTrashed(row, ctx.config.trashDays));
  });
  serve(app, contracts.restoreFolder, async (ctx, { params }) =>
    presentFolder(await restoreFolder(ctx, params.id)),
  );
  serve(app, contracts.restoreFile, async (ctx, { params }) =>
    presentFile(await restoreFile(ctx, params.id)),
  );
  serve(app, contracts.restoreFiles, async (ctx, { body }) => ({
    ...SUCCESS,
    drafts: await restoreFiles(ctx, body.fileIds),
  }));
  serve(app, contracts.purgeFolder, async (ctx, { params }) => {
    await purgeFolder(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.purgeFile, async (ctx, { params }) => {
    await purgeFile(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.emptyTrash, (ctx) => emptyTrash(ctx));
}
