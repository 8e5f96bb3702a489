import type { Context } from '#server/app/context.ts';
import { ACCESS_LEVEL_ORDER } from '#server/authorization/direct-grants.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { type ListedFolder, listFoldersIn, listVisibleFolders } from './queries.ts';

interface ListOptions {
  /** `null` is the root; `undefined` asks for every folder. */
  parentId: number | null | undefined;
  limit: number;
  cursor: number | undefined;
}

/** One more row than `limit` when there is another page. */
export async function listFolders(ctx: Context, { parentId, ...page }: ListOptions): Promise<ListedFolder[]> {
  if (parentId === undefined || parentId === null) {
    return listVisibleFolders(ctx.db, ctx.actor, { ...page, topmost: parentId === null });
  }
  const parent = await loadFolder(ctx, parentId, 'view');
  return listFoldersIn(
    ctx.db,
    ctx.actor,
    { id: parent.id, accessLevel: ACCESS_LEVEL_ORDER[parent.accessLevel] },
    page,
  );
}
