import type { Context } from '#server/app/context.ts';
import type { AnalyticsSettings } from '#shared/contracts/rooms/analytics/analytics-settings.ts';
import { SCORE_COMPONENT_NAMES, type ScoreWeights } from '#shared/domain/rooms/interest-score.ts';
import { findAnalyticsRow, setAnalyticsRow } from './settings-queries.ts';

export interface StoredAnalytics extends AnalyticsSettings {
  /** The last day whose sums are stored. */
  readonly summedTo: string | null;
  /** Since when the words of searches are shown; `null` for never. */
  readonly searchWordsSince: number | null;
  /** When the folder of the room was created. */
  readonly createdAt: number;
}

type Change = {
  readonly hidePersons?: boolean | undefined;
  readonly showGroupsTheirOwn?: boolean | undefined;
  readonly recordSearchWords?: boolean | undefined;
  readonly timeZone?: string | undefined;
  readonly weights?: { readonly [Name in keyof ScoreWeights]?: number | undefined } | undefined;
};

const parseWeights = (json: string): AnalyticsSettings['weights'] => {
  const stored: Partial<Record<string, number>> = JSON.parse(json);
  return {
    coverage: stored['coverage'] ?? 1,
    depth: stored['depth'] ?? 1,
    return: stored['return'] ?? 1,
    breadth: stored['breadth'] ?? 1,
    questions: stored['questions'] ?? 1,
    trend: stored['trend'] ?? 1,
  };
};

/** Returns the settings of the analytics of a room, by default with persons, in UTC and with equal weights. */
export async function readAnalyticsSettings(
  { db }: Pick<Context, 'db'>,
  roomId: number,
): Promise<StoredAnalytics> {
  const row = await findAnalyticsRow(db, roomId);
  return {
    hidePersons: row?.hides_persons === 1,
    showGroupsTheirOwn: row?.shows_groups_own === 1,
    recordSearchWords: (row?.search_words_since ?? null) !== null,
    searchWordsSince: row?.search_words_since ?? null,
    timeZone: row?.time_zone ?? 'UTC',
    weights: parseWeights(row?.weights ?? '{}'),
    summedTo: row?.summed_to ?? null,
    createdAt: row?.created_at ?? 0,
  };
}

export const presentAnalyticsSettings = ({
  hidePersons,
  showGroupsTheirOwn,
  recordSearchWords,
  timeZone,
  weights,
}: StoredAnalytics): AnalyticsSettings => ({
  hidePersons,
  showGroupsTheirOwn,
  recordSearchWords,
  timeZone,
  weights,
});

/** Changes the settings. In another time zone, days begin at another time: their sums are counted again. */
export async function changeAnalyticsSettings(ctx: Context, roomId: number, change: Change): Promise<void> {
  const before = await readAnalyticsSettings(ctx, roomId);
  const timeZone = change.timeZone ?? before.timeZone;
  const weights = Object.fromEntries(
    SCORE_COMPONENT_NAMES.map((name) => [name, change.weights?.[name] ?? before.weights[name]]),
  );
  await setAnalyticsRow(ctx.db, {
    room_id: roomId,
    hides_persons: (change.hidePersons ?? before.hidePersons) ? 1 : 0,
    shows_groups_own: (change.showGroupsTheirOwn ?? before.showGroupsTheirOwn) ? 1 : 0,
    search_words_since:
      (change.recordSearchWords ?? before.recordSearchWords) ? (before.searchWordsSince ?? ctx.now()) : null,
    time_zone: timeZone,
    weights: JSON.stringify(weights),
    summed_to: timeZone === before.timeZone ? before.summedTo : null,
  });
}
