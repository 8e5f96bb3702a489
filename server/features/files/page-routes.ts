import type { FastifyInstance, FastifyReply } from 'fastify';
import { limitAtOnce } from '#server/access/limit-at-once.ts';
import { loadFile } from '#server/access/load-file.ts';
import type { Context } from '#server/context.ts';
import { type Exchange, serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/pages.ts';
import { DRAWING_LIMIT, drawPage, drawThumbnail } from './draw-page.ts';
import { listPages } from './list-pages.ts';

/** Kept nowhere: the next time another name or another right may hold. */
async function sendPicture(
  ctx: Context,
  fileId: number,
  { request, reply }: Exchange,
  draw: () => Promise<Buffer | undefined>,
): Promise<FastifyReply> {
  reply.header('content-type', 'image/jpeg').header('cache-control', 'private, no-store');
  if (request.method === 'HEAD') {
    // Whoever asks for the headers alone sees nothing, and nothing is drawn for them.
    await loadFile(ctx, fileId, 'view');
    return reply.send();
  }
  const picture = await limitAtOnce(ctx, ctx.pages, DRAWING_LIMIT, draw);
  return picture ? reply.send(picture) : reply.removeHeader('content-type').code(204).send();
}

/**
 * Pages have plain addresses, opened by the session's cookie and asked for their right each time. An address signed for a few
 * minutes would add nothing to that but a second key, which can be handed on.
 */
export function pageRoutes(app: FastifyInstance): void {
  serve(app, contracts.listPages, (ctx, { params }) =>
    limitAtOnce(ctx, ctx.pages, DRAWING_LIMIT, () => listPages(ctx, params.id)),
  );
  serve(app, contracts.viewPage, (ctx, { params: { id, page }, query }, exchange) =>
    sendPicture(ctx, id, exchange, () => drawPage(ctx, id, page, query.width)),
  );
  serve(app, contracts.viewThumbnail, (ctx, { params: { id } }, exchange) =>
    sendPicture(ctx, id, exchange, () => drawThumbnail(ctx, id, () => !exchange.reply.raw.destroyed)),
  );
}
