import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import type { SearchSuggestions } from '#shared/contracts/search.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { limitConcurrentQuestions } from './limit-concurrent-questions.ts';
import { listVisibleFoldersMatching } from './queries.ts';
import { rootOwnerOf } from './resolve-access-filter.ts';

const MAX_SUGGESTIONS = 8;

/** Names of what the actor may see for what they have typed so far, and what they may have meant. */
export async function suggestNames(ctx: Context, typed: string): Promise<SearchSuggestions> {
  authorizeSystemAction(ctx.actor, 'search');
  const { folders, found } = await limitConcurrentQuestions(ctx, async () => {
    // One walk over the visible folders serves both: whose files are asked for, and which names fit.
    const folders = await listVisibleFoldersMatching(ctx.db, ctx.actor, typed);
    const allowed = isAdmin(ctx.actor)
      ? { all: true as const }
      : { folderIds: folders.visible, rootOwnerId: rootOwnerOf(ctx.actor) };
    return {
      folders,
      found: await ctx.searchIndex.suggestDocuments({
        text: typed,
        accessFilter: allowed,
        limit: MAX_SUGGESTIONS,
      }),
    };
  });
  const named = await loadVisibleFolders(ctx, folders.naming.slice(0, MAX_SUGGESTIONS));
  const files = await loadVisibleFiles(ctx, found.documentIds);
  const nameOf = new Map(files.map(({ id, name }) => [id, name]));
  return {
    names: [
      ...named.map(({ id, name }) => ({ kind: 'folder' as const, id, name })),
      ...found.documentIds.flatMap((id) => {
        const name = nameOf.get(id);
        return name === undefined ? [] : [{ kind: 'file' as const, id, name }];
      }),
    ].slice(0, MAX_SUGGESTIONS),
    didYouMean: found.correctedText,
  };
}
