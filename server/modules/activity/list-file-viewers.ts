import type { Context } from '#server/app/context.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { filterRows, type RowsWanted } from '#server/http/filter-rows.ts';
import { type FileViewerRow, listViewers } from './file-views-queries.ts';
import { viewerTextsOf } from './present-viewer-name.ts';

/** Returns one row more than `limit` when there is another page. */
export function listFileViewers(
  ctx: Context,
  fileId: number,
  wanted: RowsWanted,
): Promise<readonly FileViewerRow[]> {
  return filterRows(wanted, {
    readPage: async (page) => listViewers(ctx.db, await loadFile(ctx, fileId, 'seeViews'), page),
    textsOf: viewerTextsOf,
    cursorOf: ({ id }) => id,
  });
}
