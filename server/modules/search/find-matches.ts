import type { Context } from '#server/app/context.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import { listArrivedFileIds } from './filter-queries.ts';
import { loadVisibleHits } from './load-visible-hits.ts';
import { listFolderIdsWithin } from './queries.ts';
import { resolveAccessFilter } from './resolve-access-filter.ts';
import { resolveSearchFilters, type SearchFilters } from './resolve-search-filters.ts';
import { resolveSynonyms } from './synonyms/resolve-synonyms.ts';

interface SavedQuestion extends SearchFilters {
  query: string;
  folderId?: number | undefined;
}

/** A file whose current content or publication is new. */
interface FoundFile {
  fileId: number;
  version: number;
}

/** Share of the question's words that a document has; with fewer it is about something else. */
const MIN_SHARE = 0.75;
/** Documents that one check finds; of more the best. */
const MAX_FOUND = 100;

/**
 * Finds the files that answer a question among those that the actor sees now, that the index read at a position in this range,
 * and whose content arrived after an instant. Nothing of it is shown or recorded as a question.
 */
export async function findMatches(
  ctx: Context,
  question: SavedQuestion,
  { after, until, since }: { after: number; until: number; since: number },
): Promise<FoundFile[]> {
  const { query, folderId, kind, owner } = question;
  if (folderId !== undefined && (await loadVisibleFolders(ctx, [folderId])).length === 0) return [];
  const arrived = await listArrivedFileIds(ctx.db, ctx, { after, until, since });
  if (arrived.length === 0) return [];
  const permitted = await resolveSearchFilters(ctx, { kind, owner });
  const filter = permitted && new Set(permitted);
  const synonyms = await resolveSynonyms(ctx, query);
  const { hits } = await ctx.searchIndex.search({
    text: query,
    method: 'keyword',
    limit: MAX_FOUND,
    ...(synonyms.length > 0 && { synonyms }),
    accessFilter: await resolveAccessFilter(ctx),
    ...(folderId !== undefined && { withinFolderIds: await listFolderIdsWithin(ctx.db, folderId) }),
    withinDocumentIds: filter === undefined ? arrived : arrived.filter((id) => filter.has(id)),
  });
  const likely = hits.filter(({ share }) => share >= MIN_SHARE);
  const versions = new Map<number, number>();
  for (const { documentId, version = 1 } of await loadVisibleHits(ctx, likely))
    versions.set(documentId, version);
  return [...versions].map(([fileId, version]) => ({ fileId, version }));
}
