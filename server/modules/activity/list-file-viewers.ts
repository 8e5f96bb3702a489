import type { Context } from '#server/app/context.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { type FileViewerRow, listViewers } from './file-views-queries.ts';

/** Returns one row more than `limit` when there is another page. */
export async function listFileViewers(
  ctx: Context,
  fileId: number,
  page: { limit: number; cursor: number | undefined },
): Promise<FileViewerRow[]> {
  return listViewers(ctx.db, await loadFile(ctx, fileId, 'seeViews'), page);
}
