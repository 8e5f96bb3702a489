import type { Context } from '#server/app/context.ts';
import { type LoadedFile, toFileResource } from '#server/authorization/load-file.ts';
import { SIGNATURE_TTL_MS } from '#server/authorization/page-signature.ts';
import type { FilePages, PageProblem } from '#shared/contracts/pages.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { requiresPageWatermark } from '../require-watermark.ts';
import { toRenderableDocument } from './renderable-document.ts';
import { loadViewedFile, type SignedPageRequest, signFilePages } from './signed-pages.ts';

export const PROBLEM_MESSAGES: Record<Exclude<PageProblem, 'protected'>, string> = {
  damaged: "This file is damaged and can't be shown.",
  empty: 'This file is empty.',
  'too-large': 'This file is too large to be shown as pages.',
  'too-long': "This file took too long to render and can't be shown as pages.",
  unsupported: "This type of file can't be shown as pages.",
};

/** Lists the pages of a file with a signature for this session, or the reason why there are none. */
export async function listPages(
  ctx: Context,
  { fileId, version, session }: Omit<SignedPageRequest, 'signature'>,
): Promise<FilePages> {
  const file = await loadViewedFile(ctx, fileId, version);
  const opening = await ctx.documents.rendering.listPages(toRenderableDocument(ctx, file));
  const isWatermarked = await requiresPageWatermark(ctx, file);
  const { layout } = opening;
  const signed = {
    ...(layout && { layout }),
    signature: signFilePages(ctx, session, { purpose: 'pages', file, layout }),
    signedForMs: SIGNATURE_TTL_MS,
  };
  if (!('problem' in opening)) {
    const { count, pages, sheets, isCut } = opening;
    const named = { ...(sheets && { sheets: [...sheets] }), ...(isCut && { isCut }) };
    return { count, pages: [...pages], ...named, isWatermarked, reason: null, sentence: null, ...signed };
  }
  const sentence = problemMessage(ctx, file, opening.problem);
  return { count: 0, pages: [], isWatermarked, reason: opening.problem, sentence, ...signed };
}

function problemMessage(ctx: Context, file: LoadedFile, problem: PageProblem): string {
  // For example a document laid out from its text that contains only images.
  if (problem === 'empty' && file.size > 0) return 'There is no text in this file to show as pages.';
  if (problem !== 'protected') return PROBLEM_MESSAGES[problem];
  return filePolicy.download(ctx.actor, toFileResource(file))
    ? 'This document is password-protected; download it to open it.'
    : 'This document is password-protected; ask its owner for a copy without a password.';
}
