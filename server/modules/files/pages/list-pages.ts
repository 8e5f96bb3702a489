import { type LoadedFile, loadFile, resourceOf } from '#server/authorization/load-file.ts';
import { SIGNED_FOR_MS } from '#server/authorization/page-signature.ts';
import type { Context } from '#server/app/context.ts';
import type { FilePages, PageProblem } from '#shared/contracts/pages.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { drawableOf } from './renderable-document.ts';
import { signFile } from './signed-pages.ts';

const SENTENCES: Record<Exclude<PageProblem, 'protected'>, string> = {
  damaged: "This file is damaged and can't be shown.",
  empty: 'This file is empty.',
  'too-large': 'This file is too large to be shown as pages.',
  'too-long': 'This file takes too long to be shown as pages.',
  unsupported: "This type of file can't be shown as pages.",
};

/** The pages that the actor may look at in this session, or why there are none. */
export async function listPages(ctx: Context, id: number, session: string): Promise<FilePages> {
  const file = await loadFile(ctx, id, 'view');
  const opening = await ctx.pages.open(drawableOf(ctx, file));
  const isMarked = !filePolicy.viewUnmarked(ctx.actor, resourceOf(file));
  const signed = { signature: signFile(ctx, 'pages', session, file), signedForMs: SIGNED_FOR_MS };
  if (!('problem' in opening)) {
    const { count, pages } = opening;
    return { count, pages: [...pages], isMarked, reason: null, sentence: null, ...signed };
  }
  const sentence = sentenceOf(ctx, file, opening.problem);
  return { count: 0, pages: [], isMarked, reason: opening.problem, sentence, ...signed };
}

function sentenceOf(ctx: Context, file: LoadedFile, problem: PageProblem): string {
  // Pictures alone, say, in a document that is laid out from its text.
  if (problem === 'empty' && file.size > 0) return 'There is no text in this file to show as pages.';
  if (problem !== 'protected') return SENTENCES[problem];
  return filePolicy.download(ctx.actor, resourceOf(file))
    ? 'This document is password-protected; download it to open it.'
    : 'This document is password-protected; ask its owner for a copy without a password.';
}
