import type { FastifyInstance } from 'fastify';
import { spreadsheet } from '#server/engines/archives/archives.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { sendExport } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as decisions from '#shared/contracts/rooms/exposure/decisions.ts';
import * as contracts from '#shared/contracts/rooms/exposure.ts';
import * as settings from '#shared/contracts/rooms/exposure-settings.ts';
import { decideFinding } from './decide-finding.ts';
import { exportFindings } from './export-findings.ts';
import { readExposureSettings, updateExposureSettings } from './exposure-settings.ts';
import { listFindings } from './list-findings.ts';
import { loadCheck } from './load-check.ts';
import { listChecks, listDocuments, readCheck } from './read-check.ts';
import { requestCheck } from './request-check.ts';
import { signOffCheck } from './sign-off-check.ts';

const FINDINGS_PER_PAGE = 50;

export function exposureRoutes(app: FastifyInstance): void {
  serve(app, settings.getExposureSettings, (ctx, { params }) => readExposureSettings(ctx, params.id));
  serve(app, settings.updateExposureSettings, (ctx, { params, body }) =>
    updateExposureSettings(ctx, params.id, body),
  );
  serve(app, contracts.requestExposureCheck, (ctx, { params, body }) => requestCheck(ctx, params.id, body));
  serve(app, contracts.listExposureChecks, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listChecks(ctx, params.id, { limit, cursor }), limit, exchange);
  });
  serve(app, contracts.getExposureCheck, (ctx, { params }) => readCheck(ctx, params.id));
  serve(app, contracts.listExposureFindings, async (ctx, { params, query }, exchange) => {
    const { limit = FINDINGS_PER_PAGE, cursor, ...filter } = query;
    return paginate(await listFindings(ctx, params.id, filter, { limit, cursor }), limit, exchange);
  });
  serve(app, contracts.listExposureDocuments, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    return paginate(await listDocuments(ctx, params.id, { limit, cursor }), limit, exchange);
  });
  serve(app, decisions.decideExposureFinding, async (ctx, { params, body }) => ({
    decided: await decideFinding(ctx, params, body),
  }));
  serve(app, decisions.signOffExposureCheck, (ctx, { params }) => signOffCheck(ctx, params.id));
  serve(app, decisions.exportExposureCheck, (ctx, { params }, exchange) => {
    exchange.reply.header('content-type', 'text/csv; charset=utf-8');
    return sendExport(ctx, exchange, {
      assertAllowed: (ctx) => loadCheck(ctx, params.id, 'view'),
      write: async () => {
        const { name, rows } = await exportFindings(ctx, params.id);
        return { name: `${name} exposure check.csv`, content: spreadsheet.csvFromBatches(rows) };
      },
    });
  });
}
