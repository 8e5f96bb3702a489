import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/search/saved-searches.ts';
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  updateSavedSearch,
} from './saved-searches.ts';

/** Registers the calls for the searches that a reader keeps. */
export function savedSearchRoutes(app: FastifyInstance): void {
  serve(app, contracts.listSavedSearches, (ctx) => listSavedSearches(ctx));
  serve(app, contracts.createSavedSearch, (ctx, { body }) => createSavedSearch(ctx, body));
  serve(app, contracts.updateSavedSearch, (ctx, { params, body }) => updateSavedSearch(ctx, params.id, body));
  serve(app, contracts.deleteSavedSearch, async (ctx, { params }) => {
    await deleteSavedSearch(ctx, params.id);
    return SUCCESS;
  });
}
