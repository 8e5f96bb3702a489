import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/imports/imports.ts';
import { createImport, discardImport, readImport, requestApply, requestCheck } from './create-import.ts';
import { keepContinuable, listImports } from './list-imports.ts';
import { presentListedImport } from './presenter.ts';

export function importRoutes(app: FastifyInstance): void {
  serve(app, contracts.createImport, (ctx, { body }) => createImport(ctx, body.folderId));
  serve(app, contracts.listImports, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor, folderId } = query;
    const rows = paginate(await listImports(ctx, { limit, cursor, folderId }), limit, exchange);
    return (await keepContinuable(ctx, rows)).map(presentListedImport);
  });
  serve(app, contracts.getImport, (ctx, { params }) => readImport(ctx, params.id));
  serve(app, contracts.checkImport, (ctx, { params }) => requestCheck(ctx, params.id));
  serve(app, contracts.applyImport, (ctx, { params }) => requestApply(ctx, params.id));
  serve(app, contracts.discardImport, async (ctx, { params }) => {
    await discardImport(ctx, params.id);
    return SUCCESS;
  });
}
