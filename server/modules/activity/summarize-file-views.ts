import type { Context } from '#server/app/context.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import type { ViewsSummary } from '#shared/contracts/file-views.ts';
import { findPageExtent, listPageGroups, sumViews } from './file-views-queries.ts';
import { groupPages } from './page-groups.ts';

/** Maximum of bars that are distinguishable on a phone. */
const MAX_PAGE_GROUPS = 50;

/** Summarizes views, viewers and view times of a file and its pages; pages without views are omitted. */
export const summarizeFileViews = (ctx: Context, fileId: number): Promise<ViewsSummary> =>
  withLongReads(ctx, (ctx) => loadFile(ctx, fileId, 'seeViews'), summarize);

async function summarize(ctx: Context, file: LoadedFile): Promise<ViewsSummary> {
  const { views, viewers, ms } = await sumViews(ctx.db, file);
  const groups = groupPages(await findPageExtent(ctx.db, file), MAX_PAGE_GROUPS);
  const rows = await listPageGroups(ctx.db, file, groups);
  const seen = new Map(rows.map((row) => [row.place, row]));
  const pages = groups.ranges.map((range, place) => ({
    ...range,
    ms: seen.get(place)?.ms ?? 0,
    viewers: seen.get(place)?.viewers ?? 0,
  }));
  return { file: { name: file.name }, views, viewers, ms, pages };
}
