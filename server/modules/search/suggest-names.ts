import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import type { SearchSuggestions } from '#shared/contracts/search.ts';
import { acquireQuestionSlot, waitForIndex } from './acquire-question-slot.ts';
import { listVisibleFoldersMatching } from './queries.ts';
import { createAccessFilter } from './resolve-access-filter.ts';

const MAX_SUGGESTIONS = 8;

/** Suggests names of folders and files that match what the actor has typed so far, or a corrected query. */
export async function suggestNames(ctx: Context, typed: string): Promise<SearchSuggestions> {
  authorizeSystemAction(ctx.actor, 'search');
  const { folderIds, documentIds, correctedText } = await findSuggestions(ctx, typed);
  const folders = await loadVisibleFolders(ctx, folderIds.slice(0, MAX_SUGGESTIONS));
  const files = await loadVisibleFiles(ctx, documentIds);
  const nameOf = new Map(files.map(({ id, name }) => [id, name]));
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

async function findSuggestions(ctx: Context, typed: string) {
  const release = acquireQuestionSlot(ctx);
  try {
    // One query over the visible folders serves both the access filter and the matching folder names.
    const { visible, naming } = await listVisibleFoldersMatching(ctx.db, ctx, typed);
    const suggestions = await waitForIndex(
      ctx.searchIndex.suggestDocuments({
        text: typed,
        accessFilter: await createAccessFilter(ctx, visible),
        limit: MAX_SUGGESTIONS,
      }),
    );
    return { folderIds: naming, ...suggestions };
  } finally {
    release();
  }
}
