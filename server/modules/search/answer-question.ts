import { authorizeInRoom } from '#server/authorization/authorize.ts';
import { loadVisibleFiles, resourceOf } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { record } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import type { Hit } from '#server/engines/search/search-engine.ts';
import type { SearchResult } from '#shared/contracts/search.ts';
import type { SEARCH_METHODS } from '#shared/domain/search-methods.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { embedQuestion } from './embed-question.ts';
import { askWithinLimit } from './limit-concurrent-questions.ts';
import { limitRestricted } from './limit-restricted-passages.ts';
import { LEAST_CONFIDENCE, type NamedHit, presentAnswer } from './presenter.ts';
import { listFolderIdsWithin } from './queries.ts';
import { resolveAllowed } from './resolve-access-filter.ts';

export interface Question {
  query: string;
  limit: number;
  folderId?: number | undefined;
  method?: (typeof SEARCH_METHODS)[number] | undefined;
}

/** Hits asked for beyond the limit, so that what falls out at the last check leaves no gap. */
const SPARE = 10;

/** A model reads the best of what was found, not all of it. */
const MOST_EVIDENCE = 8;

interface Answered {
  result: SearchResult;
  /** The passages that a language model may be shown, best first; none where that is turned off or too little was found. */
  evidence: readonly NamedHit[];
}

/** Finds the passages that answer a question, among the files that the actor may see. */
export async function answerQuestion(
  ctx: Context,
  { query, limit, folderId, method }: Question,
): Promise<Answered> {
  authorizeInRoom(ctx.actor, 'search');
  const began = performance.now();
  if (folderId !== undefined) await loadFolder(ctx, folderId, 'view');
  const { enableAISearch } = await loadSettings(ctx);
  const wanted = enableAISearch ? method : 'keyword';
  const asked = { text: query, ...(wanted !== undefined && wanted !== 'auto' && { method: wanted }) };
  const { hits, ...found } = await askWithinLimit(ctx, async () =>
    ctx.index.query({
      ...asked,
      // Before what may be read is resolved, since it takes its time and rights may change meanwhile.
      ...(await embedQuestion(ctx, asked)),
      allowed: await resolveAllowed(ctx),
      limit: limit + SPARE,
      ...(folderId !== undefined && { within: await listFolderIdsWithin(ctx.db, folderId) }),
    }),
  );
  const shown = limitRestricted(await nameVisible(ctx, hits));
  // What was found so surely may be gone from sight since; what comes next was not measured.
  const confidence = shown[0]?.documentId === hits[0]?.documentId ? found.confidence : 0;
  const result = presentAnswer({
    query,
    hits: shown,
    method: found.method,
    confidence,
    limit,
    milliseconds: performance.now() - began,
  });
  await record(ctx, { action: 'search.ask', details: toldBy(result, folderId) });
  const mayBeSent = enableAISearch && confidence >= LEAST_CONFIDENCE;
  // A file without text is found by its name, which is no passage.
  const passages = shown.filter(({ chunk }) => chunk.end > chunk.start);
  return { result, evidence: mayBeSent ? passages.slice(0, MOST_EVIDENCE) : [] };
}

/** What the log keeps of an answer: enough to know later who was shown which documents. */
function toldBy({ query, method, relatedDocuments, citations }: SearchResult, folderId: number | undefined) {
  const shown = [...relatedDocuments, ...citations].map(({ fileId }) => fileId);
  return { question: query, method, folderId, fileIds: [...new Set(shown)] };
}

/** The index may lag behind the database by a moment; the database has the last word on each hit. */
async function nameVisible(ctx: Context, hits: readonly Hit[]): Promise<readonly NamedHit[]> {
  const ids = [...new Set(hits.map((hit) => hit.documentId))];
  const visible = new Map((await loadVisibleFiles(ctx, ids)).map((file) => [file.id, file]));
  return hits.flatMap((hit) => {
    const file = visible.get(hit.documentId);
    if (!file) return [];
    return [{ ...hit, fileName: file.name, mayDownload: filePolicy.download(ctx.actor, resourceOf(file)) }];
  });
}
