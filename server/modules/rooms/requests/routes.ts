import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/rooms/requests.ts';
import { addRequestFiles, detachRequestFile, suggestRequestFiles } from './attach-files.ts';
import { importRequests } from './import-requests.ts';
import { createArea, deleteArea, listAreas, renameArea } from './save-area.ts';
import { createRequest, deleteRequest, listRequests, readRequest, updateRequest } from './save-request.ts';

export function requestRoutes(app: FastifyInstance): void {
  serve(app, contracts.listRequests, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listRequests(ctx, params.id, { limit, cursor }), limit, exchange);
  });
  serve(app, contracts.createRequest, (ctx, { params, body }) => createRequest(ctx, params.id, body));
  serve(app, contracts.importRequests, (ctx, { params }, { request }) =>
    importRequests(ctx, params.id, request),
  );
  serve(app, contracts.getRequest, (ctx, { params }) => readRequest(ctx, params.id));
  serve(app, contracts.updateRequest, (ctx, { params, body }) => updateRequest(ctx, params.id, body));
  serve(app, contracts.deleteRequest, async (ctx, { params }) => {
    await deleteRequest(ctx, params.id);
    return SUCCESS;
  });
  serve(app, contracts.addRequestFiles, (ctx, { params, body }) => addRequestFiles(ctx, params.id, body));
  serve(app, contracts.removeRequestFile, async (ctx, { params }) => {
    await detachRequestFile(ctx, params.id, params.fileId);
    return SUCCESS;
  });
  serve(app, contracts.suggestRequestFiles, (ctx, { params }) => suggestRequestFiles(ctx, params.id));
  serve(app, contracts.listAreas, (ctx, { params }) => listAreas(ctx, params.id));
  serve(app, contracts.createArea, (ctx, { params, body }) => createArea(ctx, params.id, body.name));
  serve(app, contracts.updateArea, (ctx, { params, body }) => renameArea(ctx, params.id, body.name));
  serve(app, contracts.deleteArea, async (ctx, { params }) => {
    await deleteArea(ctx, params.id);
    return SUCCESS;
  });
}
