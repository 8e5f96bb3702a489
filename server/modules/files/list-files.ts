import type { Context } from '#server/app/context.ts';
import { accessOrder } from '#server/authorization/access-level.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { hasAccessByFile } from '#server/authorization/visible-to.ts';
import { type ListedFile, listFilesIn, listVisibleFiles, listVisibleFilesIn } from './list-queries.ts';

interface ListOptions {
  /** `null` is the root; `undefined` asks for every file. */
  folderId: number | null | undefined;
  limit: number;
  cursor: number | undefined;
}

/** Returns one row more than `limit` when there is another page. */
export async function listFiles(ctx: Context, { folderId, ...page }: ListOptions): Promise<ListedFile[]> {
  if (folderId === undefined || folderId === null) {
    return listVisibleFiles(ctx.db, ctx, { ...page, rootOnly: folderId === null });
  }
  const folder = await loadFolder(ctx, folderId, 'view');
  if (hasAccessByFile(ctx.actor)) return listVisibleFilesIn(ctx.db, ctx, folder.id, page);
  return listFilesIn(ctx.db, { id: folder.id, accessLevel: accessOrder(folder) }, page);
}
