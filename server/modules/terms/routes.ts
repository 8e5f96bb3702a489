import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/app/errors.ts';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { attachmentDisposition } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/links/terms.ts';
import {
  exportAcceptances,
  loadAcceptancePdf,
  presentAcceptance,
  readAcceptances,
} from './acceptances/read-acceptances.ts';
import { loadTermsDocument } from './documents/open-document.ts';
import {
  createTermsFromFile,
  createTermsFromUpload,
  publishFile,
  publishUpload,
} from './documents/publish-document.ts';
import { getTerms, listTerms, presentTerms } from './read-terms.ts';
import { createTerms, deleteTerms, publishTerms, renameTerms } from './save-terms.ts';

const NO_CONTENT = 'Send a text, a file or a document';

/** Terms are JSON with a text or a file, or a form with a document. */
function assertHasBody(request: FastifyRequest): void {
  if (request.body || request.isMultipart()) return;
  throw new AppError('invalid', NO_CONTENT, { fields: { body: NO_CONTENT } });
}

export function termsRoutes(app: FastifyInstance): void {
  serve(app, contracts.listTerms, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listTerms(ctx, { limit, cursor }), limit, exchange).map(presentTerms);
  });
  serve(app, contracts.createTerms, async (ctx, { body }, { request }) => {
    assertHasBody(request);
    if (!body) return getTerms(ctx, await createTermsFromUpload(ctx, request));
    const { name, text, fileId } = body;
    const id =
      fileId === undefined
        ? await createTerms(ctx, { name, text: text ?? '' })
        : await createTermsFromFile(ctx, { name, fileId });
    return getTerms(ctx, id);
  });
  serve(app, contracts.getTerms, (ctx, { params }) => getTerms(ctx, params.id));
  serve(app, contracts.updateTerms, async (ctx, { params, body }) => {
    await renameTerms(ctx, params.id, body.name);
    return getTerms(ctx, params.id);
  });
  serve(app, contracts.publishTerms, async (ctx, { params, body }, { request }) => {
    assertHasBody(request);
    if (!body) await publishUpload(ctx, params.id, request);
    else if (body.fileId !== undefined) await publishFile(ctx, params.id, body.fileId);
    else await publishTerms(ctx, params.id, body.text ?? '');
    return getTerms(ctx, params.id);
  });
  serve(app, contracts.getTermsDocument, async (ctx, { params }, { reply }) => {
    const { name, bytes } = await loadTermsDocument(ctx, params.id);
    return reply
      .type('application/octet-stream')
      .header('content-disposition', attachmentDisposition(name))
      .header('cache-control', 'private, no-store')
      .send(bytes);
  });
  serve(app, contracts.deleteTerms, async (ctx, { params }) => {
    await deleteTerms(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.listAcceptances, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor, ...filter } = query;
    const rows = await readAcceptances(ctx, { limit, cursor, ...filter });
    return paginate(rows, limit, exchange).map(presentAcceptance);
  });
  serve(app, contracts.exportAcceptances, async (ctx, { query }, { reply }) => {
    const rows = await exportAcceptances(ctx, query);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachmentDisposition('acceptances.csv'))
      .send(spreadsheet.csvFromBatches(rows));
  });
  serve(app, contracts.getAcceptancePdf, async (ctx, { params }, { reply }) => {
    const { name, bytes } = await loadAcceptancePdf(ctx, params.id);
    return reply
      .type('application/pdf')
      .header('content-disposition', attachmentDisposition(name))
      .header('cache-control', 'private, no-store')
      .send(bytes);
  });
}
