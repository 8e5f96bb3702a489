import type { RowsWanted } from '#server/http/filter-rows.ts';
import { type ListRequest, type Step, stepThrough } from '#server/http/step-through.ts';
import type { ViewedFileRow } from './folder-activity-queries.ts';
import { groupViews, viewerKeyOf } from './group-views.ts';
import type { HeatPart, ViewPart } from './view-parts-queries.ts';

interface Totals {
  readonly newest: ViewPart;
  views: number;
  ms: number;
  lastViewedAt: number;
  readonly viewers: Set<string>;
}

/** Lists viewed files in whose names the text is, as the query of all viewed files does. */
export async function findViewedFiles(
  wanted: RowsWanted,
  readStep: (end: number | undefined) => Promise<Step<ViewPart, number>>,
): Promise<readonly ViewedFileRow[]> {
  const found = await groupViews<Totals>(wanted, readStep, {
    keyOf: ({ file_id }) => file_id,
    textsOf: ({ name }) => [name],
    begin: (newest) => ({ newest, views: 0, ms: 0, lastViewedAt: 0, viewers: new Set() }),
    add: (totals, { views, ms, last_viewed_at, viewer_id, viewer_email }) => {
      totals.views += views;
      totals.ms += ms;
      totals.lastViewedAt = Math.max(totals.lastViewedAt, last_viewed_at);
      totals.viewers.add(viewerKeyOf({ viewer_id, viewer_email }));
    },
  });
  return found.map(({ newest: { id, file_id, name }, views, ms, lastViewedAt, viewers }) => ({
    id,
    file_id,
    name,
    viewers: viewers.size,
    views,
    ms,
    last_viewed_at: lastViewedAt,
  }));
}

/** Sums the view times of each page of these files. */
export async function sumPageTimes(
  reader: ListRequest,
  fileIds: readonly number[],
  readStep: (end: number | undefined) => Promise<Step<HeatPart, number>>,
): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>> {
  const times = new Map(fileIds.map((id) => [id, new Map<number, number>()]));
  if (fileIds.length === 0) return times;
  for await (const parts of stepThrough(reader, undefined, readStep))
    for (const { file_id, page, ms } of parts) {
      const pages = times.get(file_id);
      pages?.set(page, (pages.get(page) ?? 0) + ms);
    }
  return times;
}
