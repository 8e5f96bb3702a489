import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadVisibleFiles, toFileResource } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import type { Hit } from '#server/engines/search/search-engine.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import type { SearchResult } from '#shared/contracts/search.ts';
import type { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { embedQuestion } from './embed-question.ts';
import { limitConcurrentQuestions } from './limit-concurrent-questions.ts';
import { limitRestrictedPassages } from './limit-restricted-passages.ts';
import { MIN_CONFIDENCE, presentSearchResult, type VisibleHit } from './presenter.ts';
import { listFolderIdsWithin } from './queries.ts';
import { resolveAccessFilter } from './resolve-access-filter.ts';

export interface Question {
  query: string;
  limit: number;
  folderId?: number | undefined;
  method?: (typeof SEARCH_METHODS)[number] | undefined;
}

/** Hits asked for beyond the limit, so that what falls out at the last check leaves no gap. */
const EXTRA_HITS = 10;

/** A model reads the best of what was found, not all of it. */
const MAX_EVIDENCE = 8;

interface AnsweredQuestion {
  result: SearchResult;
  /** The passages that a language model may be shown, best first; none where that is turned off or too little was found. */
  evidence: readonly VisibleHit[];
}

/** Finds the passages that answer a question, among the files that the actor may see. */
export async function answerQuestion(
  ctx: Context,
  { query, limit, folderId, method }: Question,
): Promise<AnsweredQuestion> {
  authorizeSystemAction(ctx.actor, 'search');
  const startedAt = performance.now();
  if (folderId !== undefined) await loadFolder(ctx, folderId, 'view');
  const { enableAISearch } = await loadSettings(ctx);
  const effectiveMethod = enableAISearch ? method : 'keyword';
  const indexQuery = {
    text: query,
    ...(effectiveMethod !== undefined && effectiveMethod !== 'auto' && { method: effectiveMethod }),
  };
  const { hits, ...found } = await limitConcurrentQuestions(ctx, async () =>
    ctx.searchIndex.search({
      ...indexQuery,
      // Before what may be read is resolved, since it takes its time and rights may change meanwhile.
      ...(await embedQuestion(ctx, indexQuery)),
      accessFilter: await resolveAccessFilter(ctx),
      limit: limit + EXTRA_HITS,
      ...(folderId !== undefined && { withinFolderIds: await listFolderIdsWithin(ctx.db, folderId) }),
    }),
  );
  const visibleHits = limitRestrictedPassages(await loadVisibleHits(ctx, hits));
  // What was found so surely may be gone from sight since; what comes next was not measured.
  const confidence = visibleHits[0]?.documentId === hits[0]?.documentId ? found.confidence : 0;
  const result = presentSearchResult({
    query,
    hits: visibleHits,
    method: found.method,
    confidence,
    limit,
    milliseconds: performance.now() - startedAt,
  });
  await audit(ctx, { action: 'search.ask', details: auditDetails(result, folderId) });
  const canUseModel = enableAISearch && confidence >= MIN_CONFIDENCE;
  // A file without text is found by its name, which is no passage.
  const passages = visibleHits.filter(({ chunk }) => chunk.end > chunk.start);
  return { result, evidence: canUseModel ? passages.slice(0, MAX_EVIDENCE) : [] };
}

/** What the log keeps of an answer: enough to know later who was shown which documents. */
function auditDetails(
  { query, method, relatedDocuments, citations }: SearchResult,
  folderId: number | undefined,
) {
  const shown = [...relatedDocuments, ...citations].map(({ fileId }) => fileId);
  return { question: query, method, folderId, fileIds: [...new Set(shown)] };
}

/** The index may lag behind the database by a moment; the database has the last word on each hit. */
async function loadVisibleHits(ctx: Context, hits: readonly Hit[]): Promise<readonly VisibleHit[]> {
  const ids = [...new Set(hits.map((hit) => hit.documentId))];
  const visible = new Map((await loadVisibleFiles(ctx, ids)).map((file) => [file.id, file]));
  return hits.flatMap((hit) => {
    const file = visible.get(hit.documentId);
    if (!file) return [];
    return [
      { ...hit, fileName: file.name, canDownload: filePolicy.download(ctx.actor, toFileResource(file)) },
    ];
  });
}
