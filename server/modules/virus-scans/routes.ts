import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/virus-scans/virus-scans.ts';
import { listWithheldFiles, readScannerStatus } from './list-withheld-files.ts';

export function virusScanRoutes(app: FastifyInstance): void {
  serve(app, contracts.listWithheldFiles, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listWithheldFiles(ctx, { limit, cursor }), limit, exchange);
  });
  serve(app, contracts.getScannerStatus, (ctx) => readScannerStatus(ctx));
}
