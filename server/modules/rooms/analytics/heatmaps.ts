import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import { groupPages } from '#server/modules/activity/page-groups.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getFileHeatmap, getRoomHeatmap } from '#shared/contracts/rooms/analytics/analytics.ts';
import { listLocalDays } from '#shared/domain/changes/local-time.ts';
import { listGroups } from '../groups/queries.ts';
import { viewsByHand } from './automated/automated-queries.ts';
import {
  findPageExtent,
  isInRoom,
  listFolderCells,
  listFoldersIn,
  listPageCells,
} from './heatmap-queries.ts';
import { type Analytics, loadAnalytics, type Range } from './load-analytics.ts';

/** More columns are not distinguishable. */
const MAX_COLUMNS = 200;

interface Cell {
  readonly group_id: number;
  readonly ms: number;
  readonly viewers: number;
}

const presentCells = (cells: readonly Cell[] = []) =>
  cells.map(({ group_id, ms, viewers }) => ({ groupId: group_id === 0 ? null : group_id, ms, viewers }));

/** The groups of a room, and a column for those in none if they were there. */
async function listColumns(ctx: Context, roomId: number, cells: readonly Cell[]) {
  const groups = (await listGroups(ctx.db, roomId)).map(({ id, name }) => ({ groupId: id, name }));
  const hasOthers = cells.some(({ group_id }) => group_id === 0);
  return hasOthers ? [...groups, { groupId: null, name: 'Without a group' }] : groups;
}

/** Returns the time in view by group for the folders in a room, or in one of its folders. */
export async function readRoomHeatmap(
  ctx: Context,
  roomId: number,
  { folderId = roomId, ...range }: Range & { readonly folderId?: number | undefined },
): Promise<ResultOf<typeof getRoomHeatmap>> {
  const analytics = await loadAnalytics(ctx, roomId, range);
  if (!(await isInRoom(ctx.db, roomId, folderId)))
    throw new AppError('not-found', 'The folder could not be found.');
  const folders = await listFoldersIn(ctx.db, folderId);
  const lastId = folders.at(-1)?.id ?? 0;
  const cells = await listFolderCells(ctx.db, analytics, { parentId: folderId, lastId });
  const byFolder = Map.groupBy(cells, ({ top_id }) => top_id);
  const row = (name: string, id: number) => {
    const own = presentCells(byFolder.get(id));
    return own.length > 0 ? [{ id: null, name, cells: own }] : [];
  };
  return {
    groups: await listColumns(ctx, roomId, cells),
    folders: [
      ...folders.map(({ id, name }) => ({ id, name, cells: presentCells(byFolder.get(id)) })),
      ...row('Further folders', 0),
      ...row('Documents outside these folders', folderId),
    ],
  };
}

/** Returns the time in view by group for the pages of a document in a room. */
export const readFileHeatmap = (
  ctx: Context,
  fileId: number,
  range: Range,
): Promise<ResultOf<typeof getFileHeatmap>> =>
  withLongReads(
    ctx,
    (ctx) => loadOfFile(ctx, fileId, range),
    (ctx, analytics) => readPages(ctx, fileId, analytics),
  );

async function loadOfFile(ctx: Context, fileId: number, range: Range): Promise<Analytics> {
  const file = await loadFile(ctx, fileId, 'view');
  if (file.roomId === undefined) throw new AppError('not-found', 'The room could not be found.');
  return loadAnalytics(ctx, file.roomId, range);
}

async function readPages(ctx: Context, fileId: number, analytics: Analytics) {
  const { roomId, from, to, settings } = analytics;
  const [first, last] = [
    listLocalDays(from, from, settings.timeZone)[0],
    listLocalDays(to, to, settings.timeZone)[0],
  ];
  const byHand = await viewsByHand(ctx.db, analytics);
  const wanted = { roomId, fileId, startsAt: first?.startsAt ?? 0, endsAt: last?.endsAt ?? 0, byHand };
  const pages = groupPages(await findPageExtent(ctx.db, wanted), MAX_COLUMNS);
  const cells = await listPageCells(ctx.db, wanted, pages);
  const byPlace = Map.groupBy(cells, ({ place }) => place);
  return {
    groups: await listColumns(ctx, roomId, cells),
    pages: pages.ranges.map((range, place) => ({ ...range, cells: presentCells(byPlace.get(place)) })),
  };
}
