import type { FastifyInstance } from 'fastify';
import { attachmentDisposition } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/versions/compare.ts';
import { limitRendering } from '../pages/limit-rendering.ts';
import { renderComparedPage } from './compare-pages.ts';
import { compareVersions } from './compare-versions.ts';
import { createComparisonPdf } from './create-comparison-pdf.ts';

/** Registers the calls that compare versions of a file. */
export function compareRoutes(app: FastifyInstance): void {
  serve(app, contracts.compareVersions, (ctx, { params, query }) => compareVersions(ctx, params.id, query));
  serve(app, contracts.downloadComparison, async (ctx, { params, query }, { reply }) => {
    const { name, bytes } = await createComparisonPdf(ctx, params.id, query);
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', attachmentDisposition(name))
      .header('cache-control', 'private, no-store')
      .send(bytes);
  });
  serve(app, contracts.viewComparedPage, async (ctx, { params, query }, { reply }) => {
    const session = ctx.apiToken ?? ctx.sessionToken ?? '';
    const asked = { ...query, fileId: params.id, page: params.page, session };
    const image = await limitRendering(ctx, () => renderComparedPage(ctx, asked));
    // Name and permissions of the viewer may change.
    return reply
      .header('content-type', 'image/jpeg')
      .header('cache-control', 'private, no-store')
      .send(image);
  });
}
