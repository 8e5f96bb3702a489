import type { Context } from '#server/app/context.ts';
import { loadVisibleFiles } from '#server/authorization/load-file.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getOwnAnalytics } from '#shared/contracts/rooms/analytics/own-analytics.ts';
import { listFigures, sumFigures } from './list-figures.ts';
import { loadOwnAnalytics, type Range } from './load-analytics.ts';

const MAX_FILES = 100;

/**
 * Returns what the actor's own group did in a room: all of it, and in the files that they still see, longest first. Names no
 * person.
 */
export const readOwnAnalytics = (
  ctx: Context,
  roomId: number,
  range: Range,
): Promise<ResultOf<typeof getOwnAnalytics>> =>
  withLongReads(ctx, (ctx) => loadOwnAnalytics(ctx, roomId, range), readFigures);

async function readFigures(
  ctx: Context,
  { analytics, groupId }: Awaited<ReturnType<typeof loadOwnAnalytics>>,
): Promise<ResultOf<typeof getOwnAnalytics>> {
  const total = await sumFigures(ctx, analytics, groupId);
  const rows = await listFigures(ctx, analytics, 'file', { groupId, limit: MAX_FILES, offset: 0 });
  const visible = await loadVisibleFiles(
    ctx,
    rows.flatMap(({ id }) => id ?? []),
  );
  const isVisible = new Set(visible.map(({ id }) => id));
  return {
    total,
    files: rows.filter(({ id }) => id !== null && isVisible.has(id)).slice(0, MAX_FILES),
  };
}
