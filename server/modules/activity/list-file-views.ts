import type { Context } from '#server/app/context.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { filterRows, type RowsWanted } from '#server/http/filter-rows.ts';
import {
  type LongestPageRow,
  listLongestPages,
  listTimedViews,
  type TimedViewRow,
} from './file-views-queries.ts';
import { viewerTextsOf } from './present-viewer-name.ts';

/** Maximum of pages named per view. */
const MAX_PAGES_PER_VIEW = 4;

/** View with the pages that were in view longest, if any. */
export interface ViewWithPages extends TimedViewRow {
  readonly pages: readonly LongestPageRow[];
}

/** Returns one row more than `limit` when there is another page. */
export async function listFileViews(
  ctx: Context,
  fileId: number,
  wanted: RowsWanted,
): Promise<ViewWithPages[]> {
  const views = await filterRows(wanted, {
    readPage: async (page) => listTimedViews(ctx.db, await loadFile(ctx, fileId, 'seeViews'), page),
    textsOf: viewerTextsOf,
    cursorOf: ({ id }) => id,
  });
  const ids = views.map(({ id }) => id);
  const pages = Map.groupBy(
    await listLongestPages(ctx.db, ids, MAX_PAGES_PER_VIEW),
    ({ view_id }) => view_id,
  );
  return views.map((view) => ({ ...view, pages: pages.get(view.id) ?? [] }));
}
