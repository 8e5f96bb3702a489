import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/rooms/analytics/reports.ts';
import { createReport, deleteReport, listReports, updateReport } from './save-report.ts';

export function reportRoutes(app: FastifyInstance): void {
  serve(app, contracts.listReports, (ctx) => listReports(ctx));
  serve(app, contracts.createReport, (ctx, { body }) => createReport(ctx, body));
  serve(app, contracts.updateReport, (ctx, { params, body }) => updateReport(ctx, params.id, body));
  serve(app, contracts.deleteReport, async (ctx, { params }) => {
    await deleteReport(ctx, params.id);
    return SUCCESS;
  });
}
