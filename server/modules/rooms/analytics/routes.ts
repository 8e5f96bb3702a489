import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import { filterRows, readWanted } from '#server/http/filter-rows.ts';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { sendExport } from '#server/http/send-bytes.ts';
import { serve } from '#server/http/serve.ts';
import * as contracts from '#shared/contracts/rooms/analytics/analytics.ts';
import { getOwnAnalytics } from '#shared/contracts/rooms/analytics/own-analytics.ts';
import { listSearchWords as searchWords } from '#shared/contracts/rooms/analytics/search-words.ts';
import { getAnalyticsTotal } from '#shared/contracts/rooms/analytics/total.ts';
import { listComparedFigures } from './comparison/list-compared-figures.ts';
import { readTotal } from './comparison/read-total.ts';
import { exportAnalytics, REPORT_MEDIA_TYPES } from './export-analytics.ts';
import { readFileHeatmap, readRoomHeatmap } from './heatmaps.ts';
import { readOwnAnalytics } from './own-analytics.ts';
import { readScore } from './read-score.ts';
import { listSearchWords } from './searches/search-words.ts';
import { cursorOf, listTimeline, presentEntry } from './timeline.ts';
import { listUnread } from './unread.ts';

const COMPARE_OTHERS = 'Days cannot be compared. Choose groups, people or documents.';

/** Reads what a manager of a room sees with statements that may take long. */
const readForManager = <Result>(
  ctx: Context,
  roomId: number,
  read: (ctx: Context) => Promise<Result>,
): Promise<Result> => withLongReads(ctx, (ctx) => loadRoom(ctx, roomId, 'seeAnalytics'), read);

export function analyticsRoutes(app: FastifyInstance): void {
  serve(app, contracts.listAnalytics, async (ctx, { params, query }, exchange) => {
    const { by, groupId, from, to, compare } = query;
    if (by === 'day' && compare) throw new AppError('invalid', COMPARE_OTHERS);
    const wanted = readWanted(ctx, query, exchange);
    const choice = { by, groupId, from, to, compare: compare !== undefined };
    const placed = await listComparedFigures(ctx, params.id, wanted, choice);
    return paginate(placed, wanted.limit, exchange).map(({ row }) => row);
  });
  serve(app, getAnalyticsTotal, (ctx, { params, query }) =>
    readForManager(ctx, params.id, (ctx) => readTotal(ctx, params.id, query)),
  );
  serve(app, getOwnAnalytics, (ctx, { params, query }) => readOwnAnalytics(ctx, params.id, query));
  serve(app, contracts.getScore, (ctx, { params, query }) =>
    readForManager(ctx, params.id, (ctx) => readScore(ctx, params.id, query)),
  );
  serve(app, searchWords, async (ctx, { params, query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const { groupId, from, to } = query;
    const rows = await listSearchWords(ctx, params.id, wanted, { groupId, from, to });
    const placed = rows.map((row, at) => ({ row, id: (wanted.cursor ?? 0) + at + 1 }));
    return paginate(placed, wanted.limit, exchange).map(({ row }) => row);
  });
  serve(app, contracts.listTimeline, async (ctx, { params, query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const rows = await listTimeline(ctx, params.id, params.memberId, { limit, cursor });
    return paginate(rows, limit, exchange, cursorOf).map(presentEntry);
  });
  serve(app, contracts.getRoomHeatmap, (ctx, { params, query }) =>
    readForManager(ctx, params.id, (ctx) => readRoomHeatmap(ctx, params.id, query)),
  );
  serve(app, contracts.getFileHeatmap, (ctx, { params, query }) => readFileHeatmap(ctx, params.id, query));
  serve(app, contracts.listUnread, async (ctx, { params, query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const entries = await filterRows(wanted, {
      readPage: (page) =>
        readForManager(ctx, params.id, (ctx) =>
          listUnread(ctx, params.id, { groupId: query.groupId, ...page }),
        ),
      textsOf: ({ name, folderName }) => [name, folderName],
      cursorOf: ({ id }) => id,
    });
    return paginate(entries, wanted.limit, exchange);
  });
  serve(app, contracts.exportAnalytics, (ctx, { params, query }, exchange) => {
    exchange.reply.header('content-type', REPORT_MEDIA_TYPES[query.format]);
    return sendExport(ctx, exchange, {
      assertAllowed: (ctx) => loadRoom(ctx, params.id, 'seeAnalytics'),
      write: async () => {
        const { name, bytes } = await exportAnalytics(ctx, params.id, query);
        return { name, content: bytes };
      },
    });
  });
}
