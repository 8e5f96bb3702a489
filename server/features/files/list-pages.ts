import { type LoadedFile, loadFile, resourceOf } from '#server/access/load-file.ts';
import type { Context } from '#server/context.ts';
import type { FilePages, PageProblem } from '#shared/contracts/pages.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { drawableOf } from './draw-page.ts';

const SENTENCES: Record<Exclude<PageProblem, 'protected'>, string> = {
  damaged: "This file is damaged and can't be shown.",
  empty: 'This file is empty.',
  'too-large': 'This file is too large to be shown as pages.',
  'too-long': 'This file takes too long to be shown as pages.',
  unsupported: "This type of file can't be shown as pages.",
};

/** The pages that the actor may look at, or why there are none. */
export async function listPages(ctx: Context, id: number): Promise<FilePages> {
  const file = await loadFile(ctx, id, 'view');
  const opening = await ctx.pages.open(drawableOf(ctx, file));
  const isMarked = !filePolicy.viewUnmarked(ctx.actor, resourceOf(file));
  if (!('problem' in opening)) {
    const { count, pages } = opening;
    return { count, pages: [...pages], isMarked, reason: null, sentence: null };
  }
  const sentence = sentenceOf(ctx, file, opening.problem);
  return { count: 0, pages: [], isMarked, reason: opening.problem, sentence };
}

function sentenceOf(ctx: Context, file: LoadedFile, problem: PageProblem): string {
  if (problem !== 'protected') return SENTENCES[problem];
  return filePolicy.download(ctx.actor, resourceOf(file))
    ? 'This document is password-protected; download it to open it.'
    : 'This document is password-protected; ask its owner for a copy without a password.';
}
