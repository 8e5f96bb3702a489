import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/rooms/inbox.ts';
import { acceptFiles } from './accept-files.ts';
import { listInbox } from './list-inbox.ts';
import { listUploadFolders } from './list-upload-folders.ts';

export function inboxRoutes(app: FastifyInstance): void {
  serve(app, contracts.listInbox, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listInbox(ctx, params.id, { limit, cursor }), limit, exchange);
  });
  serve(app, contracts.acceptInboxFiles, async (ctx, { params, body }) => {
    await acceptFiles(ctx, params.id, body);
    return SUCCESS;
  });
  serve(app, contracts.listUploadFolders, (ctx) => listUploadFolders(ctx));
}
