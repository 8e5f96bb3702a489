import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import { requireWhileSending } from '#server/http/end-revoked-responses.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { attachmentDisposition } from '#server/http/send-bytes.ts';
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
    return [
      ...paginate(await listHistory(ctx, history, filters, { limit, before: cursor }), limit, exchange),
    ];
  });
  serve(app, contracts.exportRoomHistory, async (ctx, { params, query }, { request, reply }) => {
    const { format } = query;
    reply.header('content-type', MEDIA_TYPES[format]);
    if (request.method === 'HEAD') {
      // A HEAD request exports nothing, so nothing is recorded.
      await loadHistory(ctx, params.id, query);
      return reply.send();
    }
    const { name, batches } = await exportHistory(ctx, params.id, query);
    requireWhileSending(request, (ctx) => loadHistory(ctx, params.id, query));
    reply.header('content-disposition', attachmentDisposition(`${name} history.${EXTENSIONS[format]}`));
    return reply.send(
      format === 'csv'
        ? spreadsheet.csvFromBatches(toRows(batches))
        : Readable.from(toLines(batches), { objectMode: false }),
    );
  });
}
