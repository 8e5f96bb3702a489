import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as approvals from '#shared/contracts/rooms/approvals.ts';
import * as drafts from '#shared/contracts/rooms/drafts.ts';
import * as publications from '#shared/contracts/rooms/publications.ts';
import { agreeToPublication, awaitsMember, declineAsMember, listApprovals } from './decide-as-member.ts';
import { approvePublication, declinePublication } from './decide-publication.ts';
import { discardDraft } from './discard-draft.ts';
import { listDrafts } from './list-drafts.ts';
import { cancelPublication, listPublications, publishDrafts } from './publish-drafts.ts';
import { previewPublication } from './select-drafts.ts';

export function publicationRoutes(app: FastifyInstance): void {
  serve(app, drafts.listDrafts, (ctx, { params }) => listDrafts(ctx, params.id));
  serve(app, drafts.discardDraft, async (ctx, { params }) => {
    await discardDraft(ctx, params.id);
    return SUCCESS;
  });
  serve(app, drafts.previewPublication, (ctx, { params, body }) => previewPublication(ctx, params.id, body));
  serve(app, publications.publishDrafts, (ctx, { params, body }) => publishDrafts(ctx, params.id, body));
  serve(app, publications.listPublications, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listPublications(ctx, params.id, { limit, cursor }), limit, exchange);
  });
  serve(app, publications.cancelPublication, async (ctx, { params }) => {
    await cancelPublication(ctx, params.id);
    return SUCCESS;
  });
  serve(app, approvals.listApprovals, (ctx) => listApprovals(ctx));
  serve(app, approvals.approvePublication, async (ctx, { params, body }) => {
    if (await awaitsMember(ctx, params.id)) await agreeToPublication(ctx, params.id, body.version);
    else return approvePublication(ctx, params.id, body.version);
    return { id: params.id };
  });
  serve(app, approvals.declinePublication, async (ctx, { params, body }) => {
    if (await awaitsMember(ctx, params.id)) await declineAsMember(ctx, params.id, body.reason);
    else return declinePublication(ctx, params.id, body.reason);
    return { id: params.id };
  });
}
