import type { Context } from '#server/app/context.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import type { ViewsSummary } from '#shared/contracts/file-views.ts';
import { listPageGroups, sumViews } from './file-views-queries.ts';

/** Maximum of bars that are distinguishable on a phone. */
const MAX_PAGE_GROUPS = 50;

/** Summarizes views, viewers and view times of a file and its pages; pages without views are omitted. */
export async function summarizeFileViews(ctx: Context, fileId: number): Promise<ViewsSummary> {
  const file = await loadFile(ctx, fileId, 'seeViews');
  const { views, viewers, ms, last_page } = await sumViews(ctx.db, file);
  const figures = { file: { name: file.name }, views, viewers, ms };
  if (last_page === 0) return { ...figures, pages: [] };
  const size = Math.ceil(last_page / MAX_PAGE_GROUPS);
  const groups = await listPageGroups(ctx.db, file, size);
  const seen = new Map(groups.map((group) => [group.place, group]));
  const pages = Array.from({ length: Math.ceil(last_page / size) }, (_, place) => ({
    from: place * size + 1,
    to: Math.min(last_page, (place + 1) * size),
    ms: seen.get(place)?.ms ?? 0,
    viewers: seen.get(place)?.viewers ?? 0,
  }));
  return { ...figures, pages };
}
