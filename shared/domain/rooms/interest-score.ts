/** The components of the score of a group, each from 0 to 1, and what they measure. */
export const SCORE_COMPONENTS = {
  coverage: 'Documents it opened, of those it may open',
  depth: 'Time in view, against 30 seconds for each page seen',
  return: 'Days with a visit among the last 14',
  breadth: 'Top-level folders with a view, of those it may open',
  questions: 'Questions to the search, against the group with most',
  trend: 'Time of the last 7 days, against the 7 days before',
} as const;

export type ScoreComponent = keyof typeof SCORE_COMPONENTS;
export const SCORE_COMPONENT_NAMES = Object.keys(SCORE_COMPONENTS) as readonly ScoreComponent[]; // The keys of the constant.

/** 0 switches a component off. */
export type ScoreWeights = Readonly<Record<ScoreComponent, number>>;

export const MAX_SCORE_WEIGHT = 10;
/** Averages over fewer people would tell about single ones. */
export const MIN_PEOPLE_FOR_AVERAGE = 3;

/** The weighted mean of the components, times 100; `null` when every component is switched off. */
export function weighScore(values: ScoreWeights, weights: ScoreWeights): number | null {
  const total = SCORE_COMPONENT_NAMES.reduce((sum, name) => sum + weights[name], 0);
  if (total === 0) return null;
  const sum = SCORE_COMPONENT_NAMES.reduce((sum, name) => sum + weights[name] * values[name], 0);
  return Math.round((1000 * sum) / total) / 10;
}

/** The figures of a group from which its score is made. */
export interface ScoreFigures {
  readonly permittedFiles: number;
  readonly openedFiles: number;
  readonly permittedFolders: number;
  readonly openedFolders: number;
  readonly ms: number;
  readonly pages: number;
  /** Days with a visit among the last 14. */
  readonly visitDays: number;
  readonly questions: number;
  /** The most questions of any group. */
  readonly mostQuestions: number;
  /** Time of the last 7 days, and of the 7 days before. */
  readonly lastWeekMs: number;
  readonly weekBeforeMs: number;
}

const EXPECTED_PAGE_MS = 30_000;
const RETURN_DAYS = 14;
const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(1, part / whole));

export const scoreValues = (figures: ScoreFigures): ScoreWeights => ({
  coverage: share(figures.openedFiles, figures.permittedFiles),
  depth: share(figures.ms, figures.pages * EXPECTED_PAGE_MS),
  return: share(figures.visitDays, RETURN_DAYS),
  breadth: share(figures.openedFolders, figures.permittedFolders),
  questions: share(figures.questions, figures.mostQuestions),
  // Any time at all is more than double if there is no week before.
  trend:
    figures.weekBeforeMs === 0
      ? Number(figures.lastWeekMs > 0)
      : share(figures.lastWeekMs, 2 * figures.weekBeforeMs),
});
