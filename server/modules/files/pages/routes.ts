import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { type Exchange, serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/pages.ts';
import * as versions from '#shared/contracts/versions/versions.ts';
import { findInPages } from './find-in-pages.ts';
import { limitRendering } from './limit-rendering.ts';
import { listPages } from './list-pages.ts';
import { renderPage, renderThumbnail } from './render-page.ts';
import { loadSignedFile, type SignedPageRequest } from './signed-pages.ts';
import { listThumbnails } from './thumbnails.ts';

/** Returns what authenticates the caller of these routes: its session or API token. */
const readSession = ({ apiToken, sessionToken }: Context): string => apiToken ?? sessionToken ?? '';

/** Forbids caching: name and permissions of the viewer may change. */
async function sendImage(
  ctx: Context,
  purpose: 'pages' | 'thumbnail',
  asked: SignedPageRequest,
  { request, reply }: Exchange,
  render: () => Promise<Buffer | undefined>,
): Promise<FastifyReply> {
  reply.header('content-type', 'image/jpeg').header('cache-control', 'private, no-store');
  if (request.method === 'HEAD') {
    // A HEAD request renders nothing and is not a view.
    await loadSignedFile(ctx, purpose, asked);
    return reply.send();
  }
  const image = await limitRendering(ctx, render);
  return image ? reply.send(image) : reply.removeHeader('content-type').code(204).send();
}

/** Registers the calls for page images. Each one checks the permission too; a signature does not replace it. */
export function pageRoutes(app: FastifyInstance): void {
  serve(app, contracts.listPages, (ctx, { params }) =>
    limitRendering(ctx, () => listPages(ctx, { fileId: params.id, session: readSession(ctx) })),
  );
  serve(app, contracts.findInPages, (ctx, { params, query }) =>
    limitRendering(ctx, () => findInPages(ctx, params.id, query)),
  );
  serve(app, contracts.viewPage, (ctx, { params: { id, page }, query }, exchange) => {
    const asked = { fileId: id, session: readSession(ctx), signature: query.signature };
    return sendImage(ctx, 'pages', asked, exchange, () =>
      renderPage(ctx, asked, { page, width: query.width, isCompact: query.compact === 'true' }),
    );
  });
  serve(app, versions.listVersionPages, (ctx, { params: { id, number } }) => {
    const asked = { fileId: id, version: number, session: readSession(ctx) };
    return limitRendering(ctx, () => listPages(ctx, asked));
  });
  serve(app, versions.viewVersionPage, (ctx, { params, query }, exchange) => {
    const { id, number, page } = params;
    const session = readSession(ctx);
    const asked = { fileId: id, version: number, session, signature: query.signature };
    return sendImage(ctx, 'pages', asked, exchange, () =>
      renderPage(ctx, asked, { page, width: query.width, isCompact: query.compact === 'true' }),
    );
  });
  serve(app, contracts.viewThumbnail, (ctx, { params: { id }, query }, exchange) => {
    const asked = { fileId: id, session: readSession(ctx), signature: query.signature };
    const isAwaited = () => !exchange.reply.raw.destroyed;
    return sendImage(ctx, 'thumbnail', asked, exchange, () => renderThumbnail(ctx, asked, isAwaited));
  });
  serve(app, contracts.signThumbnails, (ctx, { query }) => listThumbnails(ctx, readSession(ctx), query.ids));
}
