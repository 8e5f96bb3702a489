import type { Context } from '#server/app/context.ts';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { NO_SUMS, presentSums } from '../figures-presenter.ts';
import * as queries from '../figures-queries.ts';
import type { FiguresBy } from '../list-figures.ts';
import { type Analytics, beforeAnalytics } from '../load-analytics.ts';
import { scoreGroups } from '../scores.ts';

/** Below the limit of variables of SQLite; each statement reads the days before as a whole. */
const KEYS_PER_STATEMENT = 5_000;

type Previous = NonNullable<AnalyticsRow['previous']>;

/** Adds to each row of a list its figures over as many days before. */
export async function compareFigures(
  ctx: Context,
  analytics: Analytics,
  rows: readonly AnalyticsRow[],
  choice: { readonly by: FiguresBy; readonly groupId?: number | undefined },
): Promise<readonly AnalyticsRow[]> {
  const days = beforeAnalytics(analytics);
  if (!days || rows.length === 0) return rows.map((row) => ({ ...row, previous: null }));
  const figures = new Map<string, Previous>();
  for (let at = 0; at < rows.length; at += KEYS_PER_STATEMENT)
    for (const [key, previous] of await listPrevious(
      ctx,
      days,
      rows.slice(at, at + KEYS_PER_STATEMENT),
      choice,
    ))
      figures.set(key, previous);
  const nothing: Previous = { ...presentSums(NO_SUMS), score: null };
  return rows.map((row) => ({ ...row, previous: figures.get(row.key) ?? nothing }));
}

/** Reads the figures of the days before by the keys of the rows. */
async function listPrevious(
  ctx: Context,
  days: Analytics,
  rows: readonly AnalyticsRow[],
  { by, groupId }: Parameters<typeof compareFigures>[3],
): Promise<ReadonlyMap<string, Previous>> {
  const keys = rows.map(({ key }) => key);
  const withoutScore = (sums: readonly queries.KeySums[]) =>
    new Map(sums.map((row) => [row.key, { ...presentSums(row), score: null }]));
  if (by === 'file') return withoutScore(await queries.sumByKey(ctx.db, days, 'file', { keys, groupId }));
  if (rows.some(({ kind }) => kind === 'group' || kind === 'others')) return listGroups(ctx, days, rows);
  // A room without groups lists its people, or its links while persons are hidden.
  const kind = days.settings.hidePersons ? 'link' : 'person';
  return withoutScore(await queries.sumByKey(ctx.db, days, kind, { keys, groupId }));
}

async function listGroups(ctx: Context, days: Analytics, rows: readonly AnalyticsRow[]) {
  const sums = await queries.sumByGroup(ctx.db, days);
  const ids = rows.flatMap(({ kind, id }) => (kind === 'group' && id !== null ? [id] : []));
  const scores = await scoreGroups(ctx, days, ids, sums);
  const sumsOf = new Map(sums.map((row) => [row.id, row]));
  return new Map(
    rows.map(({ key, id }) => [
      key,
      { ...presentSums(sumsOf.get(id ?? 0) ?? NO_SUMS), score: scores.get(id ?? 0)?.score ?? null },
    ]),
  );
}
