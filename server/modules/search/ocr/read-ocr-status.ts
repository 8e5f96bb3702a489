import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { OcrStatus } from '#shared/contracts/search/ocr.ts';
import { countOcrJobs } from './queries.ts';

/** Describes the engine that recognizes scans, and its queue. */
export async function readOcrStatus(ctx: Context): Promise<OcrStatus> {
  authorizeSystemAction(ctx.actor, 'manageMaintenance');
  const { ocr } = ctx.documents;
  const { languages = [], damaged = [] } = (await ocr?.listLanguages()) ?? {};
  return {
    engine: ocr?.kind ?? 'off',
    languages: [...languages],
    damaged: [...damaged],
    ...(await countOcrJobs(ctx.db, ctx.now())),
    pagesPerMinute: ocr?.pagesPerMinute() ?? null,
  };
}
