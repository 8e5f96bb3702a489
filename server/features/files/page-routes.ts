import type { FastifyInstance, FastifyReply } from 'fastify';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/pages.ts';
import { drawPage, drawThumbnail } from './draw-page.ts';
import { listPages } from './list-pages.ts';

/** Kept nowhere: the next time another name or another right may hold. */
const sendPicture = (reply: FastifyReply, picture: Buffer): FastifyReply =>
  reply.header('content-type', 'image/jpeg').header('cache-control', 'private, no-store').send(picture);

/**
 * Pages have plain addresses, opened by the session's cookie and asked for their right each time. An address signed for a few
 * minutes would add nothing to that but a second key, which can be handed on.
 */
export function pageRoutes(app: FastifyInstance): void {
  serve(app, contracts.listPages, (ctx, { params }) => listPages(ctx, params.id));
  serve(app, contracts.viewPage, async (ctx, { params, query }, { reply }) =>
    sendPicture(reply, await drawPage(ctx, params.id, params.page, query.width)),
  );
  serve(app, contracts.viewThumbnail, async (ctx, { params }, { reply }) =>
    sendPicture(reply, await drawThumbnail(ctx, params.id)),
  );
}
