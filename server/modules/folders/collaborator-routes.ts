import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/collaborators.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { addCollaborator } from './add-collaborator.ts';
import { leaveFolder } from './leave-folder.ts';
import { limitCollaboratorIds } from './limit-collaborator-ids.ts';
import { listCollaborators } from './list-collaborators.ts';
import { removeCollaborator } from './remove-collaborator.ts';

export function collaboratorRoutes(app: FastifyInstance): void {
  serve(app, contracts.listCollaborators, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listCollaborators(ctx, params.id, limit, cursor), limit, exchange);
  });
  serve(app, contracts.addCollaborator, async (ctx, { params, body }) => {
    await limitCollaboratorIds(ctx, body.userId);
    return addCollaborator(ctx, params.id, body.userId);
  });
  serve(app, contracts.removeCollaborator, async (ctx, { params, query }) => {
    await removeCollaborator(ctx, params.id, params.userId, query.givenAccess);
    return SUCCESS;
  });
  serve(app, contracts.leaveFolder, async (ctx, { params }) => {
    await leaveFolder(ctx, params.id);
    return SUCCESS;
  });
}
