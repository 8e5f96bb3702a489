import type { FastifyInstance, FastifyReply } from 'fastify';
import { limitAtOnce } from '#server/authorization/concurrency-limit.ts';
import type { Context } from '#server/app/context.ts';
import { type Exchange, serve } from '#server/http/serve.ts';
import { sessionTokenOf } from '#server/http/session-cookie.ts';
import * as contracts from '#shared/contracts/pages.ts';
import { DRAWING_LIMIT, drawPage, drawThumbnail } from './render-page.ts';
import { listPages } from './list-pages.ts';
import { loadSigned, type SignedRequest, signThumbnails } from './signed-pages.ts';

/** Every caller of these has one, or would be nobody. */
const sessionOf = ({ config }: Context, { request }: Exchange): string =>
  sessionTokenOf(request, config.secure) ?? '';

/** Kept nowhere: the next time another name or another right may hold. */
async function sendPicture(
  ctx: Context,
  purpose: 'pages' | 'thumbnail',
  asked: SignedRequest,
  { request, reply }: Exchange,
  draw: () => Promise<Buffer | undefined>,
): Promise<FastifyReply> {
  reply.header('content-type', 'image/jpeg').header('cache-control', 'private, no-store');
  if (request.method === 'HEAD') {
    // Whoever asks for the headers alone sees nothing, and nothing is drawn for them.
    await loadSigned(ctx, purpose, asked);
    return reply.send();
  }
  const picture = await limitAtOnce(ctx, ctx.pages, DRAWING_LIMIT, draw);
  return picture ? reply.send(picture) : reply.removeHeader('content-type').code(204).send();
}

/** Whether somebody may see the file is asked at each picture too: a signature adds to the right and replaces nothing. */
export function pageRoutes(app: FastifyInstance): void {
  serve(app, contracts.listPages, (ctx, { params }, exchange) =>
    limitAtOnce(ctx, ctx.pages, DRAWING_LIMIT, () => listPages(ctx, params.id, sessionOf(ctx, exchange))),
  );
  serve(app, contracts.viewPage, (ctx, { params: { id, page }, query }, exchange) => {
    const asked = { fileId: id, session: sessionOf(ctx, exchange), signature: query.signature };
    return sendPicture(ctx, 'pages', asked, exchange, () => drawPage(ctx, asked, page, query.width));
  });
  serve(app, contracts.viewThumbnail, (ctx, { params: { id }, query }, exchange) => {
    const asked = { fileId: id, session: sessionOf(ctx, exchange), signature: query.signature };
    const isAwaited = () => !exchange.reply.raw.destroyed;
    return sendPicture(ctx, 'thumbnail', asked, exchange, () => drawThumbnail(ctx, asked, isAwaited));
  });
  serve(app, contracts.signThumbnails, (ctx, { query }, exchange) =>
    signThumbnails(ctx, sessionOf(ctx, exchange), query.ids),
  );
}
