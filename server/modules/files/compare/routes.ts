import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/versions/compare.ts';
import { compareVersions } from './compare-versions.ts';

/** Registers the calls that compare versions of a file. */
export function compareRoutes(app: FastifyInstance): void {
  serve(app, contracts.compareVersions, (ctx, { params, query }) => compareVersions(ctx, params.id, query));
}
