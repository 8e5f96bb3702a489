import { authorizeInRoom } from '#server/authorization/authorize.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { loadVisibleFolders } from '#server/authorization/load-folder.ts';
import type { Context } from '#server/app/context.ts';
import type { SearchSuggestions } from '#shared/contracts/search.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { askWithinLimit } from './limit-concurrent-questions.ts';
import { listVisibleFoldersNaming } from './queries.ts';
import { rootOwnerOf } from './resolve-access-filter.ts';

const MOST = 8;

/** Names of what the actor may see for what they have typed so far, and what they may have meant. */
export async function suggestNames(ctx: Context, typed: string): Promise<SearchSuggestions> {
  authorizeInRoom(ctx.actor, 'search');
  const { folders, found } = await askWithinLimit(ctx, async () => {
    // One walk over the visible folders serves both: whose files are asked for, and which names fit.
    const folders = await listVisibleFoldersNaming(ctx.db, ctx.actor, typed);
    const allowed = isAdmin(ctx.actor)
      ? { all: true as const }
      : { folderIds: folders.visible, rootOwnerId: rootOwnerOf(ctx.actor) };
    return { folders, found: await ctx.index.suggest({ text: typed, allowed, limit: MOST }) };
  });
  const named = await loadVisibleFolders(ctx, folders.naming.slice(0, MOST));
  const files = await loadVisibleFiles(ctx, found.documentIds);
  const nameOf = new Map(files.map(({ id, name }) => [id, name]));
  return {
    names: [
      ...named.map(({ id, name }) => ({ kind: 'folder' as const, id, name })),
      ...found.documentIds.flatMap((id) => {
        const name = nameOf.get(id);
        return name === undefined ? [] : [{ kind: 'file' as const, id, name }];
      }),
    ].slice(0, MOST),
    didYouMean: found.corrected,
  };
}
