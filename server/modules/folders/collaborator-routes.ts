import type { FastifyInstance } from 'fastify';
import { limitLookups } from '#server/authorization/limit-account-lookups.ts';
import { LARGEST_PAGE, pageOf } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/collaborators.ts';
import { DONE } from '#shared/contracts/fields/base-fields.ts';
import { addCollaborator } from './add-collaborator.ts';
import { listCollaborators } from './list-collaborators.ts';
import { removeCollaborator } from './remove-collaborator.ts';

export function collaboratorRoutes(app: FastifyInstance): void {
  serve(app, contracts.listCollaborators, async (ctx, { params, query }, exchange) => {
    const { limit = LARGEST_PAGE, cursor } = query;
    return [...pageOf(await listCollaborators(ctx, params.id, limit, cursor), limit, exchange)];
  });
  serve(app, contracts.addCollaborator, async (ctx, { params, body }) => {
    // Else an owner could add ids one by one and read everybody's name and e-mail from the list.
    await limitLookups(ctx);
    return addCollaborator(ctx, params.id, body.userId);
  });
  serve(app, contracts.removeCollaborator, async (ctx, { params }) => {
    await removeCollaborator(ctx, params.id, params.userId);
    return DONE;
  });
}
