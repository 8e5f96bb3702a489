import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/search/ocr.ts';
import { listInstalledLanguages } from './installed-languages.ts';
import { readOcrStatus } from './read-ocr-status.ts';
import { recognizeFile } from './recognize-file.ts';

export function ocrRoutes(app: FastifyInstance): void {
  serve(app, contracts.recognizeFile, async (ctx, { params, body }) => {
    await recognizeFile(ctx, params.id, body.languages);
    return SUCCESS;
  });
  serve(app, contracts.listOcrLanguages, async (ctx) => ({ languages: await listInstalledLanguages(ctx) }));
  serve(app, contracts.getOcrStatus, (ctx) => readOcrStatus(ctx));
}
