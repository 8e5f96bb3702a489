import type { Context } from '#server/app/context.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import type { QueryOf } from '#shared/contracts/endpoint.ts';
import type { searchSuggestions as contract, SearchSuggestions } from '#shared/contracts/search.ts';
import { acquireQuestionSlot, waitForIndex } from './acquire-question-slot.ts';
import { authorizeQuestion } from './answer-question.ts';
import { listFolderIdsWithin, listVisibleFoldersMatching } from './queries.ts';
import { createAccessFilter } from './resolve-access-filter.ts';

const MAX_SUGGESTIONS = 8;

/** The text that the actor has typed so far, and the folder to which the names are limited. */
type Typed = QueryOf<typeof contract>;

/** Suggests names of folders and files that match what the actor has typed so far, or a corrected query. */
export async function suggestNames(ctx: Context, typed: Typed): Promise<SearchSuggestions> {
  await authorizeQuestion(ctx, typed);
  const { folderIds, documentIds, correctedText, within } = await findSuggestions(ctx, typed);
  const folders = await loadVisibleFolders(ctx, folderIds.slice(0, MAX_SUGGESTIONS));
  const files = await loadVisibleFiles(ctx, documentIds);
  // A file may have been moved since it was indexed.
  const isWithin = (folderId: number | null) => !within || (folderId !== null && within.has(folderId));
  const nameOf = new Map(
    files.flatMap(({ id, name, folder_id }) => (isWithin(folder_id) ? [[id, name] as const] : [])),
  );
  return {
    names: [
      ...folders.map(({ id, name }) => ({ kind: 'folder' as const, id, name })),
      ...documentIds.flatMap((id) => {
        const name = nameOf.get(id);
        return name === undefined ? [] : [{ kind: 'file' as const, id, name }];
      }),
    ].slice(0, MAX_SUGGESTIONS),
    didYouMean: correctedText,
  };
}

async function findSuggestions(ctx: Context, { query, folderId }: Typed) {
  const release = acquireQuestionSlot(ctx);
  try {
    const within = folderId === undefined ? undefined : new Set(await listFolderIdsWithin(ctx.db, folderId));
    // One query over the visible folders serves both the access filter and the matching folder names.
    const { visible, naming } = await listVisibleFoldersMatching(ctx.db, ctx, query);
    const accessFilter = await createAccessFilter(ctx, visible);
    const suggestions = await waitForIndex(
      ctx.searchIndex.suggestDocuments({
        text: query,
        accessFilter,
        limit: MAX_SUGGESTIONS,
        ...(within && { withinFolderIds: [...within] }),
      }),
    );
    return { folderIds: within ? naming.filter((id) => within.has(id)) : naming, within, ...suggestions };
  } finally {
    release();
  }
}
