import type { FastifyInstance } from 'fastify';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { sendExport } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as permissions from '#shared/contracts/rooms/permissions.ts';
import { copyPermissions } from './copy-permissions.ts';
import { exportPermissions, PERMISSION_MEDIA_TYPES } from './export-permissions.ts';
import { listFileGroups, listFolderGroups } from './list-visible-groups.ts';
import { explainPermission, listPermissions } from './read-permissions.ts';
import { updatePermissions } from './update-permissions.ts';

export function permissionRoutes(app: FastifyInstance): void {
  serve(app, permissions.listPermissions, async (ctx, { params, query }, exchange) => {
    const { folderId, limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await listPermissions(ctx, params.id, { folderId, limit, cursor });
    return paginate(rows, limit, exchange, ({ kind, id }) => `${kind}-${id}`);
  });
  serve(app, permissions.exportPermissions, (ctx, { params, query }, exchange) => {
    exchange.reply.header('content-type', PERMISSION_MEDIA_TYPES[query.format]);
    return sendExport(ctx, exchange, {
      assertAllowed: (ctx) => loadRoom(ctx, params.id, 'view'),
      write: async () => {
        const { name, bytes } = await exportPermissions(ctx, params.id, query);
        return { name, content: bytes, headers: { 'cache-control': 'private, no-store' } };
      },
    });
  });
  serve(app, permissions.updatePermissions, (ctx, { params, body }) =>
    updatePermissions(ctx, params.id, body.cells, { isDraft: body.draft }),
  );
  serve(app, permissions.copyPermissions, (ctx, { params, body }) => copyPermissions(ctx, params.id, body));
  serve(app, permissions.explainPermission, (ctx, { params, query }) =>
    explainPermission(ctx, params.id, query),
  );
  serve(app, permissions.listFolderGroups, (ctx, { params }) => listFolderGroups(ctx, params.id));
  serve(app, permissions.listFileGroups, (ctx, { params }) => listFileGroups(ctx, params.id));
}
