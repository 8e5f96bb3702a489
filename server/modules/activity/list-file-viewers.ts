import type { Context } from '#server/app/context.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import type { RowsWanted } from '#server/http/filter-rows.ts';
import { stepThrough } from '#server/http/step-through.ts';
import { type FileViewerRow, listViewers } from './file-views-queries.ts';
import { findViewers } from './found-viewers.ts';
import { viewerKeyOf } from './group-views.ts';
import { listPartsOfFile, listSeenPages } from './view-parts-queries.ts';
import { readWindow } from './views-window-queries.ts';

/** Returns one row more than `limit` when there is another page. */
export async function listFileViewers(
  ctx: Context,
  fileId: number,
  wanted: RowsWanted,
): Promise<readonly FileViewerRow[]> {
  const load = (reader = ctx) => loadFile(reader, fileId, 'seeViews');
  if (wanted.text === undefined)
    return withLongReads(ctx, load, (ctx, file) => listViewers(ctx.db, file, wanted));
  // Each step authorizes anew, since long lists take a while.
  const stepOf =
    <Row>(
      list: (db: Context['db'], file: Parameters<typeof listPartsOfFile>[1]) => Promise<readonly Row[]>,
    ) =>
    async (end: number | undefined) => {
      const file = await load();
      return readWindow(ctx.db, { end, fileId }, (window) => list(ctx.db, { ...file, window }));
    };
  const viewers = await findViewers(wanted, stepOf(listPartsOfFile));
  const pages = new Map(viewers.map((viewer) => [viewerKeyOf(viewer), new Set<number>()]));
  if (viewers.length > 0)
    for await (const seen of stepThrough(wanted, undefined, stepOf(listSeenPages)))
      for (const row of seen) pages.get(viewerKeyOf(row))?.add(row.page);
  return viewers.map((viewer) => ({ ...viewer, page_count: pages.get(viewerKeyOf(viewer))?.size ?? 0 }));
}
