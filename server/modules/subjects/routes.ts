import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { attachmentDisposition } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/subjects/subjects.ts';
import { authorizeOwnData, exportOwnData, openExport, requestExport } from './export-subject.ts';
import { createErasureCertificate, exportErasures, listErasures, presentErasure } from './read-erasures.ts';
import { getErasurePreview, requestErasure } from './request-erasure.ts';
import { searchSubject } from './search-subject.ts';
import { toJson, toTable } from './write-export.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const EXPORT_TYPES: Readonly<Record<contracts.ExportFormat, string>> = {
  json: JSON_TYPE,
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
};

export function subjectRoutes(app: FastifyInstance): void {
  serve(app, contracts.searchSubject, (ctx, { body }) => searchSubject(ctx, body.email));
  serve(app, contracts.exportSubject, async (ctx, { body }) => {
    const id = await requestExport(ctx, body.email, body.format);
    return { id, downloadUrl: `/api/admin/subjects/exports/${id}` };
  });
  serve(app, contracts.downloadSubjectExport, async (ctx, { params }, { request, reply }) => {
    const { email, format, rows } = await openExport(ctx, params.id);
    reply
      .type(EXPORT_TYPES[format])
      .header('content-disposition', attachmentDisposition(`personal-data-${params.id}.${format}`));
    if (request.method === 'HEAD') return reply.send();
    if (format === 'json') return reply.send(Readable.from(toJson(rows), { objectMode: false }));
    if (format === 'csv') return reply.send(spreadsheet.csvFromBatches(toTable(rows)));
    const { renderExport } = await import('./render-export.ts');
    const facts = { email, installation: ctx.config.publicUrl, createdAt: ctx.now(), rows };
    return reply.send(Buffer.from(await renderExport(facts)));
  });
  serve(app, contracts.eraseSubject, async (ctx, { body }, { reply }) => {
    if ('preview' in body) return getErasurePreview(ctx, body.email);
    const erasure = presentErasure(await requestErasure(ctx, body));
    reply.code(202);
    return erasure;
  });
  serve(app, contracts.listErasures, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listErasures(ctx, { limit, cursor }), limit, exchange).map(presentErasure);
  });
  serve(app, contracts.exportErasures, async (ctx, _input, { request, reply }) => {
    reply.type(JSON_TYPE).header('content-disposition', attachmentDisposition('erasures.json'));
    const texts = exportErasures(ctx);
    return reply.send(request.method === 'HEAD' ? undefined : Readable.from(texts, { objectMode: false }));
  });
  serve(app, contracts.getErasureCertificate, async (ctx, { params }, { reply }) =>
    reply
      .type('application/pdf')
      .header('content-disposition', attachmentDisposition(`erasure-${params.id}.pdf`))
      .send(Buffer.from(await createErasureCertificate(ctx, params.id))),
  );
  serve(app, contracts.getOwnData, async (ctx, _input, { request, reply }) => {
    reply.type(JSON_TYPE).header('content-disposition', attachmentDisposition('my-data.json'));
    await authorizeOwnData(ctx);
    // A HEAD request exports nothing, so nothing is recorded.
    if (request.method === 'HEAD') return reply.send();
    return reply.send(Readable.from(toJson(await exportOwnData(ctx)), { objectMode: false }));
  });
}
