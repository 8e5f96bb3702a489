import type { Context } from '#server/app/context.ts';
import { FILE_TYPES_OF_KIND, type FileKind, type FileOwner } from '#shared/domain/search-filters.ts';
import { listVisibleFileIds } from './filter-queries.ts';

/** The filters of a question beside its folder; without any of them every visible file is searched. */
export interface SearchFilters {
  kind?: FileKind | undefined;
  owner?: FileOwner | undefined;
  /** ISO 8601 instants. */
  uploadedFrom?: string | undefined;
  uploadedBefore?: string | undefined;
}

/**
 * Resolves the filters to the files that the search is limited to, or undefined without filters. It narrows the access
 * filter and never replaces it, so a filter cannot reveal a file.
 */
export async function resolveSearchFilters(
  ctx: Context,
  { kind, owner, uploadedFrom, uploadedBefore }: SearchFilters,
): Promise<number[] | undefined> {
  const isUnfiltered = [kind, owner, uploadedFrom, uploadedBefore].every((filter) => filter === undefined);
  if (isUnfiltered) return undefined;
  return listVisibleFileIds(ctx.db, ctx, {
    fileTypes: kind && FILE_TYPES_OF_KIND[kind],
    isOwn: owner && owner === 'me',
    uploadedFrom: uploadedFrom === undefined ? undefined : Date.parse(uploadedFrom),
    uploadedBefore: uploadedBefore === undefined ? undefined : Date.parse(uploadedBefore),
  });
}
