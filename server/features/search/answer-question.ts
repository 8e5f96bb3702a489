import { authorizeInRoom } from '#server/access/authorize.ts';
import { loadVisibleFiles } from '#server/access/load-file.ts';
import { loadFolder } from '#server/access/load-folder.ts';
import { record } from '#server/audit.ts';
import type { Context } from '#server/context.ts';
import { loadSettings } from '#server/features/settings/load-settings.ts';
import type { Hit } from '#server/platform/index/search-index.ts';
import type { SearchResult } from '#shared/contracts/search.ts';
import type { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import { askWithinLimit } from './limit-questions.ts';
import { presentAnswer } from './presenter.ts';
import { listFolderIdsWithin } from './queries.ts';
import { resolveAllowed } from './resolve-allowed.ts';

interface Question {
  query: string;
  limit: number;
  folderId?: number | undefined;
  method?: (typeof SEARCH_METHODS)[number] | undefined;
}

/** Hits asked for beyond the limit, so that what falls out at the last check leaves no gap. */
const SPARE = 10;

/** Finds the passages that answer a question, among the files that the actor may see. */
export async function answerQuestion(
  ctx: Context,
  { query, limit, folderId, method }: Question,
): Promise<SearchResult> {
  authorizeInRoom(ctx.actor, 'search');
  const began = performance.now();
  if (folderId !== undefined) await loadFolder(ctx, folderId, 'view');
  const { enableAISearch } = await loadSettings(ctx);
  const wanted = enableAISearch ? method : 'keyword';
  const { hits, ...found } = await askWithinLimit(ctx, async () =>
    ctx.index.query({
      text: query,
      allowed: await resolveAllowed(ctx),
      limit: limit + SPARE,
      ...(wanted !== undefined && wanted !== 'auto' && { method: wanted }),
      ...(folderId !== undefined && { within: await listFolderIdsWithin(ctx.db, folderId) }),
    }),
  );
  const names = await nameVisible(ctx, hits);
  const shown = hits.flatMap((hit) => {
    const fileName = names.get(hit.documentId);
    return fileName === undefined ? [] : [{ ...hit, fileName }];
  });
  // What was found so surely may be gone from sight since; what comes next was not measured.
  const confidence = shown[0]?.documentId === hits[0]?.documentId ? found.confidence : 0;
  const answer = presentAnswer({
    query,
    hits: shown,
    method: found.method,
    confidence,
    limit,
    milliseconds: performance.now() - began,
  });
  await record(ctx, { action: 'search.ask', details: toldBy(answer, folderId) });
  return answer;
}

/** What the log keeps of an answer: enough to know later who was shown which documents. */
function toldBy({ query, method, relatedDocuments, citations }: SearchResult, folderId: number | undefined) {
  const shown = [...relatedDocuments, ...citations].map(({ fileId }) => fileId);
  return { question: query, method, folderId, fileIds: [...new Set(shown)] };
}

/** The index may lag behind the database by a moment; the database has the last word on each hit. */
async function nameVisible(ctx: Context, hits: readonly Hit[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(hits.map((hit) => hit.documentId))];
  const visible = await loadVisibleFiles(ctx, ids);
  return new Map(visible.map(({ id, name }) => [id, name]));
}
