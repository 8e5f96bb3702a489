import type { Context } from '#server/app/context.ts';
import { type ScoreWeights, scoreValues, weighScore } from '#shared/domain/rooms/interest-score.ts';
import type { GroupSums } from './figures-queries.ts';
import type { Analytics } from './load-analytics.ts';
import { listReach, listRhythms } from './score-queries.ts';

export interface GroupScore {
  readonly score: number | null;
  readonly values: ScoreWeights;
}

/** Scores all groups of a room in two statements, from the sums of the range. */
export async function scoreGroups(
  ctx: Context,
  analytics: Analytics,
  groupIds: readonly number[],
  sums: readonly GroupSums[],
): Promise<ReadonlyMap<number, GroupScore>> {
  const reach = new Map(
    (await listReach(ctx.db, ctx, analytics, groupIds)).map((row) => [row.group_id, row]),
  );
  const rhythms = new Map((await listRhythms(ctx.db, analytics)).map((row) => [row.group_id, row]));
  const sumsOf = new Map(sums.map((row) => [row.id, row]));
  const mostQuestions = Math.max(0, ...groupIds.map((id) => sumsOf.get(id)?.questions ?? 0));
  return new Map(
    groupIds.map((id) => {
      const [own, reached, rhythm] = [sumsOf.get(id), reach.get(id), rhythms.get(id)];
      const values = scoreValues({
        permittedFiles: reached?.permitted_files ?? 0,
        openedFiles: reached?.opened_files ?? 0,
        permittedFolders: reached?.permitted_folders ?? 0,
        openedFolders: reached?.opened_folders ?? 0,
        ms: own?.ms ?? 0,
        pages: own?.pages ?? 0,
        visitDays: rhythm?.visit_days ?? 0,
        questions: own?.questions ?? 0,
        mostQuestions,
        lastWeekMs: rhythm?.last_week_ms ?? 0,
        weekBeforeMs: rhythm?.week_before_ms ?? 0,
      });
      return [id, { values, score: weighScore(values, analytics.settings.weights) }];
    }),
  );
}
