import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { requireWhileSending } from '#server/http/end-revoked-responses.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { attachmentDisposition } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/audit.ts';
import { assertMayExport, authorizeAuditExport, exportAuditLog } from './export-audit-log.ts';
import { listAuditLog, presentEntry } from './list-audit-log.ts';

export function auditRoutes(app: FastifyInstance): void {
  serve(app, contracts.listAuditLog, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, ...rest } = query;
    const rows = await listAuditLog(ctx, { limit, ...rest });
    return paginate(rows.map(presentEntry), limit, exchange);
  });
  serve(app, contracts.exportAuditLog, async (ctx, { query }, { request, reply }) => {
    await authorizeAuditExport(ctx);
    requireWhileSending(request, async (ctx) => assertMayExport(ctx));
    reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('content-disposition', attachmentDisposition('audit-log.jsonl'));
    // A HEAD request exports nothing, so nothing is recorded.
    const lines = request.method === 'HEAD' ? [] : await exportAuditLog(ctx, query);
    return reply.send(Readable.from(lines, { objectMode: false }));
  });
}
