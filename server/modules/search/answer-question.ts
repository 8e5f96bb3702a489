import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { isModelError } from '#server/engines/models/model-engine.ts';
import type { QueryEmbedding, SearchQuery, SearchResults } from '#server/engines/search/search-engine.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import type { SearchResult } from '#shared/contracts/search.ts';
import { NO_ANSWER_FOUND } from '#shared/domain/messages.ts';
import type { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import { acquireQuestionSlot, waitForIndex } from './acquire-question-slot.ts';
import { findQuestionRoom } from './find-question-room.ts';
import { loadVisibleHits } from './load-visible-hits.ts';
import { presentSearchResult, type VisibleHit } from './presenter.ts';
import { listFolderIdsWithin } from './queries.ts';
import { resolveAccessFilter } from './resolve-access-filter.ts';
import { resolveSearchFilters, type SearchFilters } from './resolve-search-filters.ts';
import { resolveSynonyms } from './synonyms/resolve-synonyms.ts';

export interface Question extends SearchFilters {
  query: string;
  limit: number;
  folderId?: number | undefined;
  method?: (typeof SEARCH_METHODS)[number] | undefined;
  /** Limits the search to these files. No request has it. */
  withinFileIds?: readonly number[] | undefined;
}

interface AnsweredQuestion {
  result: SearchResult;
  /** Passages that a language model may read, best first; empty when AI search is off or the confidence is too low. */
  evidence: readonly VisibleHit[];
}

/** Requested beyond the limit, so that hits dropped by the final permission check leave no gap. */
const EXTRA_HITS = 10;

/** Lower than that of an answer without a model: a model judges by itself whether the passages answer. */
const MIN_MODEL_CONFIDENCE = 0.02;

/** A model reads only the best passages. */
const MAX_EVIDENCE = 8;

/** Limits how much of a file without download permission can be read through queries with a hundred passages each. */
const MAX_RESTRICTED_PASSAGES = 3;

/** Longer input is cut: a pasted page's topic is in its beginning, and few models read more. */
const MAX_EMBEDDED_LENGTH = 2_000;

/** Refuses a question that the actor may not ask. */
export async function authorizeQuestion(
  ctx: Context,
  { folderId }: Pick<Question, 'folderId'>,
): Promise<void> {
  authorizeSystemAction(ctx.actor, 'search');
  if (folderId !== undefined) await loadFolder(ctx, folderId, 'view');
}

/** Finds the passages that answer a question, among the files that the actor may see. */
export async function answerQuestion(
  ctx: Context,
  question: Question,
  action: 'search.ask' | 'search.export' = 'search.ask',
): Promise<AnsweredQuestion> {
  const startedAt = performance.now();
  const { query, limit, folderId } = question;
  await authorizeQuestion(ctx, question);
  const { enableAISearch } = await loadSettings(ctx);
  let found: SearchResults;
  const release = acquireQuestionSlot(ctx);
  try {
    found = await waitForIndex(ctx.searchIndex.search(await buildSearchQuery(ctx, question, enableAISearch)));
  } finally {
    release();
  }
  const { hits } = found;
  const visibleHits = limitRestrictedPassages(await loadVisibleHits(ctx, hits));
  // The confidence was estimated for the first hit; if that is hidden by now, it does not apply to the next.
  const confidence = visibleHits[0]?.documentId === hits[0]?.documentId ? found.confidence : 0;
  const result = presentSearchResult({
    query,
    hits: visibleHits,
    method: found.method,
    confidence,
    table: found.table,
    limit,
    milliseconds: performance.now() - startedAt,
  });
  const roomId = await findQuestionRoom(ctx, folderId);
  await audit(ctx, { action, details: auditDetails(result, { folderId, roomId }) });
  const canUseModel = enableAISearch && confidence >= MIN_MODEL_CONFIDENCE;
  // A file without text is found by its name, which is not a passage.
  const passages = visibleHits.filter(({ chunk }) => chunk.end > chunk.start);
  return { result, evidence: canUseModel ? passages.slice(0, MAX_EVIDENCE) : [] };
}

/** Resolves the method and, right before the search, the access filter: rights may change while a model embeds the text. */
async function buildSearchQuery(
  ctx: Context,
  question: Question,
  isAISearchEnabled: boolean,
): Promise<SearchQuery> {
  const { query, limit, folderId, method } = question;
  const requested = isAISearchEnabled ? method : 'keyword';
  const chosen =
    requested === undefined || requested === 'auto' ? ctx.searchIndex.chooseMethod(query) : requested;
  const queryEmbedding = chosen === 'keyword' ? undefined : await embedQuestion(ctx, query);
  const withinDocumentIds = intersect(await resolveSearchFilters(ctx, question), question.withinFileIds);
  const synonyms = await resolveSynonyms(ctx, query);
  return {
    text: query,
    method: chosen,
    limit: limit + EXTRA_HITS,
    ...(synonyms.length > 0 && { synonyms }),
    accessFilter: await resolveAccessFilter(ctx),
    ...(queryEmbedding !== undefined && { queryEmbedding }),
    ...(folderId !== undefined && { withinFolderIds: await listFolderIdsWithin(ctx.db, folderId) }),
    ...(withinDocumentIds !== undefined && { withinDocumentIds }),
  };
}

/** Returns what is on both lists; a list that is absent limits nothing. */
function intersect(
  one: readonly number[] | undefined,
  other: readonly number[] | undefined,
): readonly number[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const ids = new Set(other);
  return one.filter((id) => ids.has(id));
}

/** Returns the question's vector; nothing without an embedding model, and `null` when the model failed. */
async function embedQuestion(
  { embeddingModel, searchIndex, log }: Context,
  question: string,
): Promise<QueryEmbedding | null | undefined> {
  if (embeddingModel === undefined) return undefined;
  try {
    const texts = [question.slice(0, MAX_EMBEDDED_LENGTH)];
    const { model, vectors } = await embeddingModel.embed(texts, 'question', new AbortController().signal);
    const [vector] = vectors;
    return vector === undefined ? null : { fingerprint: searchIndex.computeFingerprint(model), vector };
  } catch (error) {
    if (!isModelError(error)) throw error;
    log.warn({ err: error }, 'embedding the question failed; using keyword search');
    return null;
  }
}

/** Leaves the best few passages of each file that the actor may not download. */
function limitRestrictedPassages(hits: readonly VisibleHit[]): readonly VisibleHit[] {
  const counts = new Map<number, number>();
  return hits.filter(({ documentId, canDownload }) => {
    const count = (counts.get(documentId) ?? 0) + 1;
    counts.set(documentId, count);
    return canDownload || count <= MAX_RESTRICTED_PASSAGES;
  });
}

/** Selects what the audit log keeps of a result: the question, and the documents that were shown. */
function auditDetails(
  { query, answer, method, relatedDocuments, citations }: SearchResult,
  { folderId, roomId }: { folderId: number | undefined; roomId: number | undefined },
) {
  const shown = [...relatedDocuments, ...citations].map(({ fileId }) => fileId);
  // The analytics of rooms find these by their text.
  const answered = answer !== NO_ANSWER_FOUND;
  return { question: query, method, folderId, roomId, answered, fileIds: [...new Set(shown)] };
}
