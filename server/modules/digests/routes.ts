import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/changes/digests.ts';
import * as follows from '#shared/contracts/changes/follows.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { listDigests, updateDigest } from './digest-settings.ts';
import { followEntry, listFollows, unfollowEntry } from './follow-entry.ts';
import { unsubscribe } from './unsubscribe.ts';

/** Registers the calls for what a reader follows. */
export function followRoutes(app: FastifyInstance): void {
  serve(app, follows.listFollows, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await listFollows(ctx, { limit, cursor });
    return paginate(rows, limit, exchange, ({ followId }) => followId).map(({ followId: _, ...row }) => row);
  });
  serve(app, follows.followEntry, (ctx, { params }) => followEntry(ctx, params));
  serve(app, follows.unfollowEntry, async (ctx, { params }) => {
    await unfollowEntry(ctx, params);
    return SUCCESS;
  });
}

/** Registers the calls for mails about changes. */
export function digestRoutes(app: FastifyInstance): void {
  serve(app, contracts.listDigests, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const digests = await listDigests(ctx, { limit, cursor });
    const rows = digests.map((digest) => ({ ...digest, id: digest.folderId }));
    return paginate(rows, limit, exchange).map(({ id: _, ...digest }) => digest);
  });
  serve(app, contracts.updateDigest, (ctx, { params, body }) => updateDigest(ctx, params.folderId, body));
}

/** Registers the address that ends mails. */
export function unsubscribeRoutes(app: FastifyInstance): void {
  app.register(async (app) => {
    // Mail programs send `List-Unsubscribe=One-Click` as a form (RFC 8058); the address says everything.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_000 },
      (_request, _body, done) => done(null),
    );
    serve(app, contracts.unsubscribe, async (ctx, { params }) => {
      await unsubscribe(ctx, params.token);
      return SUCCESS;
    });
  });
  serve(app, contracts.openUnsubscribePage, async (_ctx, { params }, { reply }) =>
    reply.redirect(`/unsubscribe/${encodeURIComponent(params.token)}`),
  );
}
