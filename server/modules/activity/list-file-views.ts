import type { Context } from '#server/app/context.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import {
  type LongestPageRow,
  listLongestPages,
  listTimedViews,
  type TimedViewRow,
} from './file-views-queries.ts';

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
  page: { limit: number; cursor: number | undefined },
): Promise<ViewWithPages[]> {
  const file = await loadFile(ctx, fileId, 'seeViews');
  const views = await listTimedViews(ctx.db, file, page);
  const ids = views.map(({ id }) => id);
  const pages = Map.groupBy(
    await listLongestPages(ctx.db, ids, MAX_PAGES_PER_VIEW),
    ({ view_id }) => view_id,
  );
  return views.map((view) => ({ ...view, pages: pages.get(view.id) ?? [] }));
}
