import type { Context } from '#server/app/context.ts';
import type { Cell } from '#server/engines/archives/archives.ts';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import type { DayRange } from '#shared/domain/rooms/previous-days.ts';
import { compareFigures } from './comparison/compare-figures.ts';
import { type FiguresBy, listFigures, sumFigures } from './list-figures.ts';
import { type Analytics, beforeAnalytics, findRoomStart } from './load-analytics.ts';

/** More documents or people than anybody reads; the API has them all. */
const MAX_ROWS = 10_000;

export interface Report {
  /** Its figures, except those of days, have `previous`. */
  readonly isCompared: boolean;
  /**
   * The days before, and the first day of the room where some of them were earlier; `null` where nothing is compared or the room
   * did not exist then.
   */
  readonly before: (DayRange & { readonly since: string | null }) | null;
  readonly total: AnalyticsRow;
  readonly groups: readonly AnalyticsRow[];
  readonly files: readonly AnalyticsRow[];
  readonly days: readonly AnalyticsRow[];
  /** Empty while persons are hidden. */
  readonly persons: readonly AnalyticsRow[];
}

/** Reads what a report shows, by the same queries as the screens. */
export async function readReport(
  ctx: Context,
  analytics: Analytics,
  { isCompared }: { readonly isCompared: boolean },
): Promise<Report> {
  const list = async (by: FiguresBy) => {
    const rows = await listFigures(ctx, analytics, by, { limit: MAX_ROWS, offset: 0 });
    const listed = rows.slice(0, MAX_ROWS);
    return isCompared && by !== 'day' ? compareFigures(ctx, analytics, listed, { by }) : listed;
  };
  const before = isCompared ? beforeAnalytics(analytics) : null;
  const total = await sumFigures(ctx, analytics);
  return {
    isCompared,
    before: before && { ...before, since: findRoomStart(analytics, before) },
    total: before ? { ...total, previous: await sumFigures(ctx, before) } : total,
    groups: await list('group'),
    files: await list('file'),
    days: await list('day'),
    persons: analytics.settings.hidePersons ? [] : await list('person'),
  };
}

type Figures = NonNullable<AnalyticsRow['previous']>;

interface Column {
  readonly heading: string;
  readonly read: (figures: Figures) => number | null;
  /** Shown in place of a missing figure. */
  readonly missing?: string;
}

const COLUMNS: readonly Column[] = [
  { heading: 'People', read: ({ people }) => people },
  { heading: 'Visits', read: ({ visits }) => visits },
  { heading: 'Views', read: ({ views }) => views },
  { heading: 'Pages', read: ({ pages }) => pages },
  { heading: 'Seconds in view', read: ({ ms }) => ms / 1000 },
  {
    heading: 'Seconds for each person',
    read: ({ averageMs }) => (averageMs === null ? null : averageMs / 1000),
    missing: '–',
  },
  { heading: 'Downloads', read: ({ downloads }) => downloads },
  { heading: 'Questions', read: ({ questions }) => questions },
  { heading: 'Questions without an answer', read: ({ unansweredSearches }) => unansweredSearches },
  { heading: 'Automated views', read: ({ automatedViews }) => automatedViews },
  { heading: 'Score', read: ({ score }) => score },
];

const KINDS: Readonly<Record<AnalyticsRow['kind'], string>> = {
  group: 'Group',
  person: 'Person',
  link: 'Link',
  file: 'Document',
  day: 'Day',
  others: 'Others',
};

const headingsOf = (isCompared: boolean): string[] => [
  'Kind',
  'Name',
  ...COLUMNS.flatMap(({ heading }) =>
    isCompared ? [heading, `${heading} in the days before`, `${heading}: change`] : [heading],
  ),
];

const cellsOf = (row: AnalyticsRow, isCompared: boolean): Cell[] => [
  KINDS[row.kind],
  row.name,
  ...COLUMNS.flatMap((column) => figureCells(row, column, isCompared)),
];

/** Returns a figure, and where it is compared that of the days before and the difference with its sign. */
function figureCells(row: AnalyticsRow, { read, missing = '' }: Column, isCompared: boolean): Cell[] {
  const now = read(row);
  if (!isCompared) return [now ?? missing];
  if (!row.previous) return [now ?? missing, '', ''];
  const before = read(row.previous);
  const isKnown = now !== null && before !== null;
  // Seconds are fractions: their difference has no more digits than they have.
  const change = isKnown ? { signed: Math.round((now - before) * 1000) / 1000 } : '';
  return [now ?? missing, before ?? missing, change];
}

/** Returns a table with a row for each group, person, document and day. */
export function reportRows({ groups, persons, files, days, isCompared }: Report): Cell[][] {
  // The groups of a room without groups are its people and links.
  const listed = new Set(groups.map(({ key }) => key));
  const others = persons.filter(({ key }) => !listed.has(key));
  const rows = [...groups, ...others, ...files, ...days].map((row) => cellsOf(row, isCompared));
  return [headingsOf(isCompared), ...rows];
}
