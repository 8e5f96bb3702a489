import type { Context } from '#server/app/context.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getScore } from '#shared/contracts/rooms/analytics/analytics.ts';
import { SCORE_COMPONENT_NAMES } from '#shared/domain/rooms/interest-score.ts';
import { listGroups } from '../groups/queries.ts';
import { sumByGroup } from './figures-queries.ts';
import { assertGroupOf, loadAnalytics, type Range } from './load-analytics.ts';
import { scoreGroups } from './scores.ts';

/** Returns the score of a group with what it is made of. */
export async function readScore(
  ctx: Context,
  roomId: number,
  { groupId, ...range }: Range & { readonly groupId: number },
): Promise<ResultOf<typeof getScore>> {
  const analytics = await loadAnalytics(ctx, roomId, range);
  await assertGroupOf(ctx, roomId, groupId);
  // Questions are compared with those of the other groups.
  const groupIds = (await listGroups(ctx.db, roomId)).map(({ id }) => id);
  const scores = await scoreGroups(ctx, analytics, groupIds, await sumByGroup(ctx.db, analytics));
  const { weights } = analytics.settings;
  const found = scores.get(groupId);
  return {
    score: found?.score ?? null,
    components: SCORE_COMPONENT_NAMES.map((name) => ({
      name,
      value: found?.values[name] ?? 0,
      weight: weights[name],
    })),
  };
}
