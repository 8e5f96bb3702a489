import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/rooms/templates.ts';
import { deleteTemplate, listTemplates } from './list-templates.ts';
import { saveTemplate } from './save-template.ts';

export function templateRoutes(app: FastifyInstance): void {
  serve(app, contracts.listTemplates, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listTemplates(ctx, { limit, cursor }), limit, exchange);
  });
  serve(app, contracts.createTemplate, (ctx, { body }) => saveTemplate(ctx, body.roomId, body.name));
  serve(app, contracts.deleteTemplate, async (ctx, { params }) => {
    await deleteTemplate(ctx, params.id);
    return SUCCESS;
  });
}
