import type { Context } from '#server/app/context.ts';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { listGroups } from '../groups/queries.ts';
import type { Sums } from './counted-queries.ts';
import { NO_SUMS, presentSums } from './figures-presenter.ts';
import * as queries from './figures-queries.ts';
import { type Analytics, assertPersonsShown } from './load-analytics.ts';
import { scoreGroups } from './scores.ts';

export type FiguresBy = 'group' | 'person' | 'file' | 'day';
type Choice = queries.Page & { readonly groupId?: number | undefined };

type Named = Pick<AnalyticsRow, 'key' | 'kind' | 'name'> &
  Partial<Pick<AnalyticsRow, 'id' | 'memberId' | 'score'>>;

const presentRow = (sums: Sums, named: Named): AnalyticsRow => ({
  id: null,
  memberId: null,
  score: null,
  ...named,
  ...presentSums(sums),
});

/** Lists the figures of a room from `offset` on; one more than `limit`. */
export function listFigures(
  ctx: Context,
  analytics: Analytics,
  by: FiguresBy,
  choice: Choice,
): Promise<readonly AnalyticsRow[]> {
  if (by === 'group') return listByGroup(ctx, analytics, choice);
  if (by === 'person') return listByPerson(ctx, analytics, choice);
  return by === 'file' ? listByFile(ctx, analytics, choice) : listByDay(ctx, analytics, choice);
}

async function listByGroup(ctx: Context, analytics: Analytics, choice: Choice) {
  const { groupId, limit, offset } = choice;
  const groups = await listGroups(ctx.db, analytics.roomId);
  if (groups.length === 0 && groupId === undefined) return listWithoutGroups(ctx, analytics, choice);
  const sums = await queries.sumByGroup(ctx.db, analytics);
  const scores = await scoreGroups(
    ctx,
    analytics,
    groups.map(({ id }) => id),
    sums,
  );
  const active = new Set(sums.map(({ id }) => id));
  const silent = groups.flatMap(({ id, name }) => (active.has(id) ? [] : [{ id, name, ...NO_SUMS }]));
  return [...sums, ...silent]
    .filter(({ id }) => groupId === undefined || id === groupId)
    .map((row) =>
      row.id === 0
        ? presentRow(row, { key: 'others', kind: 'others', name: 'Without a group' })
        : presentRow(row, {
            key: `group-${row.id}`,
            kind: 'group',
            id: row.id,
            name: row.name ?? '',
            score: scores.get(row.id)?.score ?? null,
          }),
    )
    .slice(offset, offset + limit + 1);
}

/** Lists links, and the people who came through none. */
async function listWithoutGroups(ctx: Context, analytics: Analytics, choice: Choice) {
  if (!analytics.settings.hidePersons) return listByPerson(ctx, analytics, choice);
  const links = await queries.sumByLink(ctx.db, analytics);
  const { offset, limit } = choice;
  return links.map(presentLink).slice(offset, offset + limit + 1);
}

const presentLink = (row: queries.LinkSums): AnalyticsRow =>
  presentRow(row, { key: `link-${row.id}`, kind: 'link', id: row.id, name: row.name ?? 'Link' });

async function listByPerson(ctx: Context, analytics: Analytics, choice: Choice) {
  assertPersonsShown(analytics);
  const rows = await queries.sumByPerson(ctx.db, analytics, choice);
  return rows.map((row) =>
    presentRow(row, {
      key: row.key,
      kind: row.key.startsWith('link-') ? 'link' : 'person',
      name: row.display_name ?? row.username ?? (row.email || (row.link_name ?? 'Guest')),
      memberId: row.member_id,
    }),
  );
}

async function listByFile(ctx: Context, analytics: Analytics, choice: Choice) {
  const rows = await queries.sumByFile(ctx.db, analytics, choice);
  return rows.map((row) =>
    presentRow(row, { key: `file-${row.id}`, kind: 'file', id: row.id, name: row.name }),
  );
}

async function listByDay(ctx: Context, analytics: Analytics, { groupId, offset, limit }: Choice) {
  const rows = await queries.sumByDay(ctx.db, analytics, { groupId });
  return rows
    .map((row) => presentRow(row, { key: row.day, kind: 'day', name: row.day }))
    .slice(offset, offset + limit + 1);
}

/** Sums the whole room, or one group. */
export const sumFigures = async (
  ctx: Context,
  analytics: Analytics,
  groupId?: number,
): Promise<AnalyticsRow> =>
  presentRow(await queries.sumAll(ctx.db, analytics, { groupId }), {
    key: 'total',
    kind: 'others',
    name: 'Total',
  });
