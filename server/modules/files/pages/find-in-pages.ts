import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import type { PageLayout } from '#server/engines/documents/document-engine.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { findInPages as contract } from '#shared/contracts/pages.ts';
import { MAX_SEARCHED_PAGES, MAX_TEXT_MATCHES } from '#shared/domain/page-limits.ts';
import { toRenderableDocument } from './renderable-document.ts';

interface PageSearch {
  readonly query: string;
  readonly from: number;
  readonly page?: number | undefined;
  readonly layout?: PageLayout | undefined;
}

/**
 * Finds a text on the pages that the actor may see. Only boxes are returned, so that a file that may not be downloaded
 * leaves as rendered pages alone.
 */
export async function findInPages(
  ctx: Context,
  id: number,
  { query, from, page, layout }: PageSearch,
): Promise<ResultOf<typeof contract>> {
  const file = await loadFile(ctx, id, 'view');
  const asked = { ...toRenderableDocument(ctx, file), layout };
  const opening = await ctx.documents.rendering.listPages(asked);
  if ('problem' in opening) return { matches: [], nextPage: null };
  const first = page ?? from;
  const last = page ?? first + MAX_SEARCHED_PAGES - 1;
  const document = { ...asked, layout: opening.layout };
  const found = await ctx.documents.rendering.findText(document, {
    find: query,
    from: first,
    to: last,
    acceptsPart: page !== undefined,
  });
  if ('problem' in found) throw new AppError('unsupported-type', "This file can't be searched.");
  const matches = found.matches.map((match) => ({ ...match, boxes: [...match.boxes] }));
  const isFull = matches.length >= MAX_TEXT_MATCHES;
  // What is left of a page with too many matches is not returned.
  const lastSearched = isFull ? (matches.at(-1)?.page ?? last) : last;
  const isDone = page !== undefined || lastSearched >= opening.pages.length;
  return { matches, nextPage: isDone ? null : lastSearched + 1 };
}
