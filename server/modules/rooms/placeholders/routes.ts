import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/rooms/placeholders.ts';
import { changePlaceholderLevels, readPlaceholderLevels } from './placeholder-levels.ts';
import { createPlaceholder, deletePlaceholder, updatePlaceholder } from './save-placeholder.ts';

export function placeholderRoutes(app: FastifyInstance): void {
  serve(app, contracts.createPlaceholder, (ctx, { params, body }) => createPlaceholder(ctx, params.id, body));
  serve(app, contracts.updatePlaceholder, (ctx, { params, body }) => updatePlaceholder(ctx, params.id, body));
  serve(app, contracts.listPlaceholderLevels, (ctx, { params }) => readPlaceholderLevels(ctx, params.id));
  serve(app, contracts.setPlaceholderLevels, (ctx, { params, body }) =>
    changePlaceholderLevels(ctx, params.id, body),
  );
  serve(app, contracts.deletePlaceholder, async (ctx, { params }) => {
    await deletePlaceholder(ctx, params.id);
    return SUCCESS;
  });
}
