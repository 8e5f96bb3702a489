import type { RowsWanted } from '#server/http/filter-rows.ts';
import type { Step } from '#server/http/step-through.ts';
import type { FolderViewerRow, TopFileRow } from './folder-activity-queries.ts';
import { groupViews, viewerKeyOf } from './group-views.ts';
import { viewerTextsOf } from './present-viewer-name.ts';
import type { ViewPart } from './view-parts-queries.ts';

interface Totals {
  readonly newest: ViewPart;
  views: number;
  ms: number;
  firstViewedAt: number;
  lastViewedAt: number;
  /** By file, which of their names and times. */
  readonly files: Map<number, { readonly name: string; ms: number }>;
}

type Found = FolderViewerRow & { readonly topFile: TopFileRow | undefined };

/** Lists viewers in whose shown names the text is, as the query of all viewers does, with the file that was in view longest. */
export async function findViewers(
  wanted: RowsWanted,
  readStep: (end: number | undefined) => Promise<Step<ViewPart, number>>,
): Promise<readonly Found[]> {
  const found = await groupViews<Totals>(wanted, readStep, {
    keyOf: viewerKeyOf,
    textsOf: viewerTextsOf,
    begin: (newest) => ({
      newest,
      views: 0,
      ms: 0,
      firstViewedAt: newest.first_viewed_at,
      lastViewedAt: newest.last_viewed_at,
      files: new Map(),
    }),
    add: (totals, part) => {
      totals.views += part.views;
      totals.ms += part.ms;
      totals.firstViewedAt = Math.min(totals.firstViewedAt, part.first_viewed_at);
      totals.lastViewedAt = Math.max(totals.lastViewedAt, part.last_viewed_at);
      const file = totals.files.get(part.file_id) ?? { name: part.name, ms: 0 };
      file.ms += part.ms;
      totals.files.set(part.file_id, file);
    },
  });
  return found.map(presentTotals);
}

function presentTotals({ newest, views, ms, firstViewedAt, lastViewedAt, files }: Totals): Found {
  const { viewer_id, viewer_email } = newest;
  const [top] = [...files]
    .filter(([, file]) => file.ms > 0)
    .sort(([a, { ms: msOfA }], [b, { ms: msOfB }]) => msOfB - msOfA || a - b);
  return {
    ...newest,
    views,
    ms,
    opened_files: files.size,
    first_viewed_at: firstViewedAt,
    last_viewed_at: lastViewedAt,
    topFile: top && { viewer_id, viewer_email, file_id: top[0], ...top[1] },
  };
}
