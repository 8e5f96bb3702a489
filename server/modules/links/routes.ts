import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/links/links.ts';
import { createLink } from './create-link.ts';
import { getLink, listLinks, listLinkVisitors } from './list-links.ts';
import { presentLink, presentVisitor } from './presenter.ts';
import { revokeLink } from './revoke-link.ts';
import { updateLink } from './update-link.ts';

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
  serve(app, contracts.getLink, async (ctx, { params }) => presentLink(ctx, await getLink(ctx, params.id)));
  serve(app, contracts.updateLink, async (ctx, { params, body }) => {
    await updateLink(ctx, params.id, body);
    return presentLink(ctx, await getLink(ctx, params.id));
  });
  serve(app, contracts.deleteLink, async (ctx, { params }) => {
    await revokeLink(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.listLinkVisitors, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const visitors = await listLinkVisitors(ctx, params.id, { limit, cursor });
    return paginate(visitors, limit, exchange).map(presentVisitor);
  });
}
