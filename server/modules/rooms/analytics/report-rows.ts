import type { Context } from '#server/app/context.ts';
import type { Cell } from '#server/engines/archives/archives.ts';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { type FiguresBy, listFigures, sumFigures } from './list-figures.ts';
import type { Analytics } from './load-analytics.ts';

/** More documents or people than anybody reads; the API has them all. */
const MAX_ROWS = 10_000;

export interface Report {
  readonly total: AnalyticsRow;
  readonly groups: readonly AnalyticsRow[];
  readonly files: readonly AnalyticsRow[];
  readonly days: readonly AnalyticsRow[];
  /** Empty while persons are hidden. */
  readonly persons: readonly AnalyticsRow[];
}

/** Reads what a report shows, by the same queries as the screens. */
export async function readReport(ctx: Context, analytics: Analytics): Promise<Report> {
  const list = async (by: FiguresBy) =>
    (await listFigures(ctx, analytics, by, { limit: MAX_ROWS, offset: 0 })).slice(0, MAX_ROWS);
  return {
    total: await sumFigures(ctx, analytics),
    groups: await list('group'),
    files: await list('file'),
    days: await list('day'),
    persons: analytics.settings.hidePersons ? [] : await list('person'),
  };
}

const HEADINGS = [
  'Kind',
  'Name',
  'People',
  'Visits',
  'Views',
  'Pages',
  'Seconds in view',
  'Seconds for each person',
  'Downloads',
  'Questions',
  'Questions without an answer',
  'Automated views',
  'Score',
];

const KINDS: Readonly<Record<AnalyticsRow['kind'], string>> = {
  group: 'Group',
  person: 'Person',
  link: 'Link',
  file: 'Document',
  day: 'Day',
  others: 'Others',
};

const cellsOf = (row: AnalyticsRow): Cell[] => [
  KINDS[row.kind],
  row.name,
  row.people,
  row.visits,
  row.views,
  row.pages,
  row.ms / 1000,
  row.averageMs === null ? '–' : row.averageMs / 1000,
  row.downloads,
  row.questions,
  row.unansweredSearches,
  row.automatedViews,
  row.score ?? '',
];

/** Returns a table with a row for each group, person, document and day. */
export function reportRows({ groups, persons, files, days }: Report): Cell[][] {
  // In a room without groups, the groups are its people and links.
  const listed = new Set(groups.map(({ key }) => key));
  const others = persons.filter(({ key }) => !listed.has(key));
  return [HEADINGS, ...[...groups, ...others, ...files, ...days].map(cellsOf)];
}
