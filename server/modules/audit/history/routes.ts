import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { sendExport } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/evidence/room-history.ts';
import { exportHistory, toLines, toRows } from './export-history.ts';
import { listHistory, loadHistory } from './list-history.ts';

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/x-ndjson; charset=utf-8' } as const;
const EXTENSIONS = { csv: 'csv', json: 'jsonl' } as const;

export function roomHistoryRoutes(app: FastifyInstance): void {
  serve(app, contracts.listRoomHistory, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor, ...filters } = query;
    const history = await loadHistory(ctx, params.id, filters);
    return paginate(await listHistory(ctx, history, filters, { limit, before: cursor }), limit, exchange);
  });
  serve(app, contracts.exportRoomHistory, (ctx, { params, query }, exchange) => {
    const { format } = query;
    exchange.reply.header('content-type', MEDIA_TYPES[format]);
    return sendExport(ctx, exchange, {
      assertAllowed: (ctx) => loadHistory(ctx, params.id, query),
      write: async () => {
        const { name, batches } = await exportHistory(ctx, params.id, query);
        const content =
          format === 'csv'
            ? spreadsheet.csvFromBatches(toRows(batches))
            : Readable.from(toLines(batches), { objectMode: false });
        return { name: `${name} history.${EXTENSIONS[format]}`, content };
      },
    });
  });
}
