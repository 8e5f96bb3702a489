import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { sendBytes } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import { getLink } from '#server/modules/links/list-links.ts';
import { presentLink } from '#server/modules/links/presenter.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { createArchiveLink as createArchiveLinkContract } from '#shared/contracts/links/archive-links.ts';
import * as contracts from '#shared/contracts/rooms/archives.ts';
import { createArchiveLink } from './links/create-archive-link.ts';
import { loadDownload, presentArchive } from './load-archive.ts';
import * as archives from './manage-archives.ts';

export function roomArchiveRoutes(app: FastifyInstance): void {
  serve(app, contracts.createRoomArchive, (ctx, { params, body }) =>
    archives.requestArchive(ctx, params.id, body),
  );
  serve(app, contracts.listRoomArchives, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await archives.listArchives(ctx, params.id, { limit, cursor });
    return paginate(rows, limit, exchange).map(presentArchive);
  });
  serve(app, contracts.downloadRoomArchive, async (ctx, { params, query }, exchange) => {
    const { name, content, record } = await archives.openArchive(ctx, params.id, query.part);
    return sendBytes(exchange, content, {
      record,
      assertAllowed: async (ctx) => void (await loadDownload(ctx, params.id)),
      mediaType: 'application/zip',
      attachmentName: name,
    });
  });
  serve(app, contracts.verifyRoomArchive, (ctx, { params }) => archives.requestVerification(ctx, params.id));
  serve(app, createArchiveLinkContract, async (ctx, { params, body }) =>
    presentLink(ctx, await getLink(ctx, await createArchiveLink(ctx, params.id, body))),
  );
  serve(app, contracts.deleteRoomArchive, async (ctx, { params }) => {
    await archives.deleteArchive(ctx, params.id);
    return SUCCESS;
  });
}
