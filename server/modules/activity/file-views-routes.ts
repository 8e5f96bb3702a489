import type { FastifyInstance } from 'fastify';
import { loadFile } from '#server/authorization/load-file.ts';
import { LARGEST_PAGE, pageOf } from '#server/http/pagination.ts';
import { attachment } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import { csvOfBatches } from '#server/engines/documents/archives/spreadsheet-files.ts';
import * as contracts from '#shared/contracts/file-views.ts';
import { exportFileViews } from './export-file-views.ts';
import { listFileViewers } from './list-file-viewers.ts';
import { listFileViews } from './list-file-views.ts';
import { noteReading } from './record-view-time.ts';
import { presentTimedView, presentViewer } from './presenter.ts';
import { summarizeFileViews } from './summarize-file-views.ts';

export function fileViewsRoutes(app: FastifyInstance): void {
  serve(app, contracts.noteReading, async (ctx, { params, body }) => ({
    recorded: await noteReading(ctx, params.id, body),
  }));
  serve(app, contracts.listFileViews, async (ctx, { params, query }, exchange) => {
    const { limit = LARGEST_PAGE, cursor } = query;
    const views = await listFileViews(ctx, params.id, { limit, cursor });
    return pageOf(views, limit, exchange).map(presentTimedView);
  });
  serve(app, contracts.listFileViewers, async (ctx, { params, query }, exchange) => {
    const { limit = LARGEST_PAGE, cursor } = query;
    const viewers = await listFileViewers(ctx, params.id, { limit, cursor });
    return pageOf(viewers, limit, exchange).map(presentViewer);
  });
  serve(app, contracts.summarizeFileViews, (ctx, { params }) => summarizeFileViews(ctx, params.id));
  serve(app, contracts.exportFileViews, async (ctx, { params }, { request, reply }) => {
    reply.header('content-type', 'text/csv; charset=utf-8');
    if (request.method === 'HEAD') {
      // It takes nothing along, so there is nothing to record.
      await loadFile(ctx, params.id, 'seeViews');
      return reply.send();
    }
    const { file, rows } = await exportFileViews(ctx, params.id);
    return reply.header('content-disposition', attachment(`${file.name} views.csv`)).send(csvOfBatches(rows));
  });
}
