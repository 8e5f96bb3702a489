import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { MIN_PEOPLE_FOR_AVERAGE } from '#shared/domain/rooms/interest-score.ts';
import type { Sums } from './counted-queries.ts';

export const NO_SUMS: Sums = {
  people: 0,
  visits: 0,
  views: 0,
  pages: 0,
  ms: 0,
  downloads: 0,
  questions: 0,
  unanswered: 0,
  automated: 0,
};

type PresentedSums = Omit<AnalyticsRow, 'key' | 'kind' | 'id' | 'name' | 'memberId' | 'score' | 'previous'>;

/** Lists the figures that leave. */
export const presentSums = (sums: Sums): PresentedSums => ({
  people: sums.people,
  visits: sums.visits,
  views: sums.views,
  pages: sums.pages,
  ms: sums.ms,
  averageMs: sums.people >= MIN_PEOPLE_FOR_AVERAGE ? Math.round(sums.ms / sums.people) : null,
  downloads: sums.downloads,
  questions: sums.questions,
  unansweredSearches: sums.unanswered,
  automatedViews: sums.automated,
});
