import type { FastifyInstance } from 'fastify';
import { loadFile } from '#server/authorization/load-file.ts';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import { readWanted } from '#server/http/filter-rows.ts';
import { paginate } from '#server/http/pagination.ts';
import { sendExport } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/file-views.ts';
import { exportFileViews } from './export-file-views.ts';
import { listFileViewers } from './list-file-viewers.ts';
import { listFileViews } from './list-file-views.ts';
import { presentTimedView, presentViewer } from './presenter.ts';
import { recordViewTime } from './record-view-time.ts';
import { summarizeFileViews } from './summarize-file-views.ts';

export function fileViewsRoutes(app: FastifyInstance): void {
  serve(app, contracts.recordViewTime, async (ctx, { params, body }) => ({
    recorded: await recordViewTime(ctx, params.id, body),
  }));
  serve(app, contracts.listFileViews, async (ctx, { params, query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const views = await listFileViews(ctx, params.id, wanted);
    return paginate(views, wanted.limit, exchange).map(presentTimedView);
  });
  serve(app, contracts.listFileViewers, async (ctx, { params, query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const viewers = await listFileViewers(ctx, params.id, wanted);
    return paginate(viewers, wanted.limit, exchange).map(presentViewer);
  });
  serve(app, contracts.summarizeFileViews, (ctx, { params }) => summarizeFileViews(ctx, params.id));
  serve(app, contracts.exportFileViews, (ctx, { params }, exchange) => {
    exchange.reply.header('content-type', 'text/csv; charset=utf-8');
    return sendExport(ctx, exchange, {
      assertAllowed: (ctx) => loadFile(ctx, params.id, 'seeViews'),
      write: async () => {
        const { file, rows } = await exportFileViews(ctx, params.id);
        return { name: `${file.name} views.csv`, content: spreadsheet.csvFromBatches(rows) };
      },
    });
  });
}
