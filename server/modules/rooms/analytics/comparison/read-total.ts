import type { Context } from '#server/app/context.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getAnalyticsTotal } from '#shared/contracts/rooms/analytics/total.ts';
import { presentSums } from '../figures-presenter.ts';
import { sumAll } from '../figures-queries.ts';
import {
  type Analytics,
  assertGroupOf,
  beforeAnalytics,
  findRoomStart,
  loadAnalytics,
  type Range,
} from '../load-analytics.ts';

/** Returns the figures of a room or of one of its groups, and those of as many days before. */
export async function readTotal(
  ctx: Context,
  roomId: number,
  { groupId, ...range }: Range & { readonly groupId?: number | undefined },
): Promise<ResultOf<typeof getAnalyticsTotal>> {
  const analytics = await loadAnalytics(ctx, roomId, range);
  await assertGroupOf(ctx, roomId, groupId);
  const read = async (days: Analytics) => ({
    from: days.from,
    to: days.to,
    ...presentSums(await sumAll(ctx.db, days, { groupId })),
  });
  const previous = beforeAnalytics(analytics);
  return {
    ...(await read(analytics)),
    previous: previous && { ...(await read(previous)), since: findRoomStart(analytics, previous) },
  };
}
