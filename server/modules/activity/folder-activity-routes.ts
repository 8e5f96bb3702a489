import type { FastifyInstance } from 'fastify';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import { readWanted } from '#server/http/filter-rows.ts';
import { paginate } from '#server/http/pagination.ts';
import { sendExport } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/activity.ts';
import * as activity from './folder-activity.ts';
import { presentView } from './presenter.ts';

export function folderActivityRoutes(app: FastifyInstance): void {
  serve(app, contracts.summarizeFolderActivity, (ctx, { params, query }) =>
    activity.summarizeFolderActivity(ctx, params.id, query.utcOffset),
  );
  serve(app, contracts.listFolderViewers, async (ctx, { params, query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const viewers = await activity.listFolderViewers(ctx, params.id, wanted);
    return paginate(viewers, wanted.limit, exchange);
  });
  serve(app, contracts.listViewedFiles, async (ctx, { params, query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const files = await activity.listViewedFiles(ctx, params.id, wanted);
    return paginate(files, wanted.limit, exchange);
  });
  serve(app, contracts.listFolderViews, async (ctx, { params, query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const views = await activity.listFolderViews(ctx, params.id, wanted);
    return paginate(views, wanted.limit, exchange).map(presentView);
  });
  serve(app, contracts.exportFolderActivity, (ctx, { params }, exchange) => {
    exchange.reply.header('content-type', 'text/csv; charset=utf-8');
    return sendExport(ctx, exchange, {
      assertAllowed: (ctx) => loadFolder(ctx, params.id, 'seeActivity'),
      write: async () => {
        const { name, rows } = await activity.exportFolderActivity(ctx, params.id);
        return { name: `${name} activity.csv`, content: spreadsheet.csvFromBatches(rows) };
      },
    });
  });
}
