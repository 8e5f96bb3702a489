import { authorizeInRoom } from '#server/access/authorize.ts';
import { loadFolder } from '#server/access/load-folder.ts';
import { record } from '#server/audit.ts';
import type { Context } from '#server/context.ts';
import type { Allowed, Hit } from '#server/platform/index/search-index.ts';
import type { SearchResult } from '#shared/contracts/search.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { askWithinLimit } from './limit-questions.ts';
import { presentAnswer } from './presenter.ts';
import { listFolderIdsWithin, listVisibleAmong, listVisibleFolderIds } from './queries.ts';

interface Question {
  query: string;
  limit: number;
  folderId?: number | undefined;
}

/** Hits asked for beyond the limit, so that what falls out at the last check leaves no gap. */
const SPARE = 10;

/** Everything that the actor may read at this moment, resolved before anything is scored. */
async function resolveAllowed(ctx: Context): Promise<Allowed> {
  if (isAdmin(ctx.actor)) return { all: true };
  return {
    folderIds: await listVisibleFolderIds(ctx.db, ctx.actor),
    rootOwnerId: ctx.actor.kind === 'user' ? ctx.actor.id : null,
  };
}

/** Finds the passages that answer a question, among the files that the actor may see. */
export async function answerQuestion(
  ctx: Context,
  { query, limit, folderId }: Question,
): Promise<SearchResult> {
  authorizeInRoom(ctx.actor, 'search');
  const began = performance.now();
  if (folderId !== undefined) await loadFolder(ctx, folderId, 'view');
  const hits = await askWithinLimit(ctx, async () =>
    ctx.index.query({
      text: query,
      allowed: await resolveAllowed(ctx),
      limit: limit + SPARE,
      ...(folderId !== undefined && { within: await listFolderIdsWithin(ctx.db, folderId) }),
    }),
  );
  const names = await nameVisible(ctx, hits);
  const shown = hits.flatMap((hit) => {
    const fileName = names.get(hit.documentId);
    return fileName === undefined ? [] : [{ ...hit, fileName }];
  });
  const answer = presentAnswer(query, shown, limit, performance.now() - began);
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
  const visible = await listVisibleAmong(ctx.db, ctx.actor, ids);
  return new Map(visible.map(({ id, name }) => [id, name]));
}
