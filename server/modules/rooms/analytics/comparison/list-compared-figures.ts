import type { Context } from '#server/app/context.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import { filterRows, type RowsWanted } from '#server/http/filter-rows.ts';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { type FiguresBy, listFigures } from '../list-figures.ts';
import { type Analytics, assertGroupOf, loadAnalytics, type Range } from '../load-analytics.ts';
import { compareFigures } from './compare-figures.ts';

/** Rows of a filtered list that one statement sums, since each statement reads all views of these days. */
const ROWS_AT_ONCE = 10_000;

interface Choice extends Range {
  readonly by: FiguresBy;
  readonly groupId?: number | undefined;
  /** Adds the figures of as many days before. */
  readonly compare: boolean;
}

/** A row with its place in the list, from 1: lists are sorted by time, so that a page continues at a place. */
export interface PlacedFigures {
  readonly id: number;
  readonly row: AnalyticsRow;
}

/** Lists the figures of a room for its managers, those with the names that are wanted; one more than `limit`. */
export async function listComparedFigures(
  ctx: Context,
  roomId: number,
  wanted: RowsWanted,
  { by, groupId, compare, ...range }: Choice,
): Promise<readonly PlacedFigures[]> {
  const read = <Result>(work: (ctx: Context, analytics: Analytics) => Promise<Result>) =>
    withLongReads(
      ctx,
      (ctx) => loadRoom(ctx, roomId, 'seeAnalytics'),
      async (ctx) => {
        const analytics = await loadAnalytics(ctx, roomId, range, { isByDay: by === 'day' });
        await assertGroupOf(ctx, roomId, groupId);
        return work(ctx, analytics);
      },
    );
  const list = async (ctx: Context, analytics: Analytics, limit: number, offset = 0) => {
    const rows = await listFigures(ctx, analytics, by, { groupId, limit, offset });
    return rows.map((row, at): PlacedFigures => ({ id: offset + at + 1, row }));
  };
  const addBefore = async (ctx: Context, analytics: Analytics, placed: readonly PlacedFigures[]) => {
    if (!compare) return placed;
    const rows = placed.slice(0, wanted.limit).map(({ row }) => row);
    const compared = await compareFigures(ctx, analytics, rows, { by, groupId });
    return placed.map(({ id, row }, at) => ({ id, row: compared[at] ?? row }));
  };
  if (wanted.text === undefined)
    return read(async (ctx, analytics) =>
      addBefore(ctx, analytics, await list(ctx, analytics, wanted.limit, wanted.cursor)),
    );
  const found = await filterRows<PlacedFigures, number>(wanted, {
    readPage: ({ limit, cursor }) => read((ctx, analytics) => list(ctx, analytics, limit, cursor)),
    readStep: async (after) => {
      const placed = await read((ctx, analytics) => list(ctx, analytics, ROWS_AT_ONCE, after));
      const rows = placed.slice(0, ROWS_AT_ONCE);
      return { rows, next: placed.length > ROWS_AT_ONCE ? rows.at(-1)?.id : undefined };
    },
    textsOf: ({ row }) => [row.name],
    cursorOf: ({ id }) => id,
  });
  return found.length === 0 ? found : read((ctx, analytics) => addBefore(ctx, analytics, found));
}
