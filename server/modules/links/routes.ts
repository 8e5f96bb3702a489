import type { FastifyInstance } from 'fastify';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { attachmentDisposition } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as visitors from '#shared/contracts/links/link-visitors.ts';
import * as contracts from '#shared/contracts/links/links.ts';
import { createLink } from './create-link.ts';
import { getLink, getViewTimes, listLinks, listLinkVisitors } from './list-links.ts';
import { presentAnalytics, presentLink, presentVisitor } from './presenter.ts';
import { revokeLink } from './revoke-link.ts';
import { updateLink } from './update-link.ts';
import { blockAddress } from './visitors/block-address.ts';
import { exportLinks } from './visitors/export-links.ts';

const NEWEST_VISITORS = 100;

export function linkRoutes(app: FastifyInstance): void {
  serve(app, contracts.createLink, async (ctx, { body }) =>
    presentLink(ctx, await getLink(ctx, await createLink(ctx, body))),
  );
  serve(app, contracts.listLinks, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor, kind, id } = query;
    const target = kind === undefined || id === undefined ? undefined : { kind, id };
    const links = await listLinks(ctx, { limit, cursor, target });
    return paginate(links, limit, exchange).map((link) => presentLink(ctx, link));
  });
  serve(app, visitors.exportLinks, async (ctx, _input, { reply }) => {
    const rows = await exportLinks(ctx);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachmentDisposition('links.csv'))
      .send(spreadsheet.csvFromBatches(rows));
  });
  serve(app, visitors.getLinkAnalytics, async (ctx, { params }) => ({
    ...presentAnalytics(await getLink(ctx, params.id), await getViewTimes(ctx, params.id)),
    visitors: (await listLinkVisitors(ctx, params.id, { limit: NEWEST_VISITORS, cursor: undefined }))
      .slice(0, NEWEST_VISITORS)
      .map(presentVisitor),
  }));
  serve(app, contracts.getLink, async (ctx, { params }) => presentLink(ctx, await getLink(ctx, params.id)));
  serve(app, contracts.updateLink, async (ctx, { params, body }) => {
    await updateLink(ctx, params.id, body);
    return presentLink(ctx, await getLink(ctx, params.id));
  });
  serve(app, contracts.deleteLink, async (ctx, { params }) => {
    await revokeLink(ctx, params.id);
    return SUCCESS;
  });
  serve(app, visitors.blockAddress, async (ctx, { params, body }) => {
    await blockAddress(ctx, params.id, body.email);
    return SUCCESS;
  });
  serve(app, visitors.listLinkVisitors, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await listLinkVisitors(ctx, params.id, { limit, cursor });
    return paginate(rows, limit, exchange).map(presentVisitor);
  });
}
