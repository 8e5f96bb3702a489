import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import type { Cell } from '#server/engines/archives/archives.ts';
import { filterRows, type RowsWanted } from '#server/http/filter-rows.ts';
import { BATCH_SIZE, type Step } from '#server/http/step-through.ts';
import type { FolderActivity, FolderViewer, ViewedFile } from '#shared/contracts/activity.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import * as queries from './folder-activity-queries.ts';
import { type FolderViewRow, type FolderViews, listViewsInFolder } from './folder-views-queries.ts';
import { findViewedFiles, sumPageTimes } from './found-files.ts';
import { findViewers } from './found-viewers.ts';
import { viewerKeyOf } from './group-views.ts';
import { groupPageTimes } from './page-heat.ts';
import { presentViewerName, viewerTextsOf } from './present-viewer-name.ts';
import { listHeatParts, listPartsInFolder } from './view-parts-queries.ts';
import { readWindow } from './views-window-queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 90;
/** Maximum of groups of pages in a table cell. */
const MAX_PAGE_GROUPS = 20;

/** Authorizes the actor, whose own views do not count as interest of others. */
async function loadViews(ctx: Context, folderId: number): Promise<FolderViews & { name: string }> {
  const { id, name } = await loadFolder(ctx, folderId, 'seeActivity');
  return { folderId: id, name, actorId: ctx.actor.kind === 'user' ? ctx.actor.id : 0 };
}

/** Reads all views of a folder with statements that may take long. */
const readAllViews = <Result>(
  ctx: Context,
  folderId: number,
  read: (db: Context['db'], views: FolderViews) => Promise<Result>,
): Promise<Result> =>
  withLongReads(
    ctx,
    (ctx) => loadViews(ctx, folderId),
    (ctx, views) => read(ctx.db, views),
  );

/** Summarizes others' views of the files in a folder and below it, in total and for each of the last 90 days. */
export async function summarizeFolderActivity(
  ctx: Context,
  folderId: number,
  utcOffset: number,
): Promise<FolderActivity> {
  const offsetMs = utcOffset * 60_000;
  const today = Math.floor((ctx.now() + offsetMs) / DAY_MS);
  const since = (today - MAX_DAYS + 1) * DAY_MS - offsetMs;
  const [{ opened_files, ...totals }, days] = await readAllViews(ctx, folderId, async (db, views) => [
    await queries.sumFolderActivity(db, views),
    await queries.listActivityDays(db, { ...views, since, offsetMs }),
  ]);
  return {
    ...totals,
    openedFiles: opened_files,
    days: days.map(({ day, ...figures }) => ({
      day: isoInstant(day * DAY_MS).slice(0, 10),
      ...figures,
    })),
  };
}

/** Reads the views of a step through a folder; authorizes anew, since long lists take a while. */
const readViews =
  <Row>(
    ctx: Context,
    folderId: number,
    read: (db: Context['db'], views: Required<FolderViews>) => Promise<readonly Row[]>,
  ) =>
  async (end: number | undefined): Promise<Step<Row, number>> => {
    const views = await loadViews(ctx, folderId);
    return readWindow(ctx.db, { end }, (window) => read(ctx.db, { ...views, window }));
  };

/** Lists one more than `limit` when there is another page. */
export async function listFolderViewers(
  ctx: Context,
  folderId: number,
  wanted: RowsWanted,
): Promise<FolderViewer[]> {
  if (wanted.text !== undefined) {
    const found = await findViewers(wanted, readViews(ctx, folderId, listPartsInFolder));
    return found.map((row) => presentFolderViewer(row, row.topFile));
  }
  const [viewers, top] = await readAllViews(ctx, folderId, async (db, views) => {
    const viewers = await queries.listViewersOfFolder(db, views, wanted);
    return [viewers, await queries.listTopFiles(db, views, viewers)];
  });
  const topFiles = new Map(top.map((row) => [viewerKeyOf(row), row]));
  return viewers.map((row) => presentFolderViewer(row, topFiles.get(viewerKeyOf(row))));
}

const presentFolderViewer = (
  row: queries.FolderViewerRow,
  top: queries.TopFileRow | undefined,
): FolderViewer => ({
  id: row.id,
  viewer: presentViewerName(row),
  openedFiles: row.opened_files,
  views: row.views,
  ms: row.ms,
  firstViewedAt: isoInstant(row.first_viewed_at),
  lastViewedAt: isoInstant(row.last_viewed_at),
  topFile: top ? { id: top.file_id, name: top.name, ms: top.ms } : null,
});

/** Lists one more than `limit` when there is another page. */
export async function listViewedFiles(
  ctx: Context,
  folderId: number,
  wanted: RowsWanted,
): Promise<ViewedFile[]> {
  if (wanted.text !== undefined) {
    const files = await findViewedFiles(wanted, readViews(ctx, folderId, listPartsInFolder));
    const ids = files.map(({ file_id }) => file_id);
    const times = await sumPageTimes(
      wanted,
      ids,
      readViews(ctx, folderId, (db, views) => listHeatParts(db, views, ids)),
    );
    return files.map((row) =>
      presentViewedFile(row, groupPageTimes(times.get(row.file_id) ?? new Map(), MAX_PAGE_GROUPS)),
    );
  }
  const [files, places] = await readAllViews(ctx, folderId, async (db, views) => {
    const files = await queries.listFilesWithViews(db, views, wanted);
    const fileIds = files.map(({ file_id }) => file_id);
    return [files, await queries.listPageHeat(db, views, fileIds, MAX_PAGE_GROUPS)];
  });
  const heat = Map.groupBy(places, ({ file_id }) => file_id);
  return files.map((row) => {
    const groups = heat.get(row.file_id) ?? [];
    const msByPlace = new Map(groups.map(({ place, ms }) => [place, ms]));
    const heatOfFile = Array.from(
      { length: groups[0]?.groups ?? 0 },
      (_, place) => msByPlace.get(place) ?? 0,
    );
    return presentViewedFile(row, heatOfFile);
  });
}

const presentViewedFile = (row: queries.ViewedFileRow, heat: readonly number[]): ViewedFile => ({
  id: row.id,
  file: { id: row.file_id, name: row.name },
  viewers: row.viewers,
  views: row.views,
  ms: row.ms,
  lastViewedAt: isoInstant(row.last_viewed_at),
  heat: [...heat],
});

/** Lists one more than `limit` when there is another page. */
export function listFolderViews(
  ctx: Context,
  folderId: number,
  wanted: RowsWanted,
): Promise<readonly FolderViewRow[]> {
  return filterRows(wanted, {
    readPage: (page) =>
      readAllViews(ctx, folderId, (db, views) => listViewsInFolder(db, views, { ...page, order: 'newest' })),
    readStep: readViews(ctx, folderId, (db, views) =>
      listViewsInFolder(db, views, { limit: BATCH_SIZE, cursor: undefined, order: 'newest' }),
    ),
    textsOf: (row) => [row.name, ...viewerTextsOf(row)],
    cursorOf: ({ id }) => id,
  });
}

/** Exports a header row and a row for each view, oldest first, in batches. */
export async function exportFolderActivity(
  ctx: Context,
  folderId: number,
): Promise<{ name: string; rows: AsyncIterable<Cell[][]> }> {
  const views = await loadViews(ctx, folderId);
  await audit(ctx, {
    action: 'folder.activity-export',
    object: { kind: 'folder', id: views.folderId, name: views.name },
  });
  return { name: views.name, rows: listRows(ctx, views) };
}

async function* listRows({ db }: Context, views: FolderViews): AsyncGenerator<Cell[][]> {
  yield [['Viewed by', 'File', 'Viewed at', 'Seconds in view']];
  let cursor: number | undefined;
  for (;;) {
    const page = { limit: BATCH_SIZE, cursor, order: 'oldest' } as const;
    const rows = (await listViewsInFolder(db, views, page)).slice(0, BATCH_SIZE);
    if (rows.length === 0) return;
    yield rows.map((row) => [
      presentViewerName(row).username,
      row.name,
      isoInstant(row.viewed_at),
      row.ms / 1000,
    ]);
    cursor = rows.at(-1)?.id;
  }
}
