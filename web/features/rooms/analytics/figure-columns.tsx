import type { ReactNode } from 'react';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { countOf, formatDuration } from '#shared/domain/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { Compared } from './compared.tsx';

export const NAMES = {
  group: { label: 'Groups', header: 'Group' },
  person: { label: 'People', header: 'Person' },
  file: { label: 'Documents', header: 'Document' },
} as const;

const toSeconds = (ms: number | null | undefined): number | null =>
  ms === null || ms === undefined ? null : ms / 1000;

interface Figure {
  id: string;
  header: string;
  width: string;
  showFrom?: 'medium' | 'wide';
  /** The header in exports. */
  exported: string;
  read: (figures: Figures) => number | null;
  isTime?: boolean;
}

type Figures = Pick<
  AnalyticsRow,
  | 'score'
  | 'people'
  | 'averageMs'
  | 'visits'
  | 'views'
  | 'downloads'
  | 'questions'
  | 'unansweredSearches'
  | 'ms'
>;

/** A column with a figure, its change, and both in exports. */
function figureColumn({ read, exported, isTime = false, ...column }: Figure): TableColumn<AnalyticsRow> {
  const toExport = isTime ? toSeconds : (figure: number | null | undefined) => figure ?? null;
  return {
    ...column,
    cell: (row) => (
      <span className="flex items-center gap-2 tabular-nums">
        <FigureCell now={read(row)} before={row.previous && read(row.previous)} isTime={isTime} />
        {column.id === 'score' && row.score !== null && <ScoreBar score={row.score} />}
      </span>
    ),
    values: [
      [exported, (row) => toExport(read(row))],
      [`${exported} in the days before`, (row) => toExport(row.previous && read(row.previous))],
    ],
  };
}

interface FigureCellProps {
  now: number | null;
  before: number | null | undefined;
  isTime: boolean;
}

function FigureCell({ now, before, isTime }: FigureCellProps) {
  // Averages of fewer than three people.
  if (now === null || (isTime && now === 0 && !before)) return '–';
  return <Compared now={now} before={before ?? undefined} {...(isTime && { format: formatDuration })} />;
}

interface Options {
  /** Renders the name as a link or button. */
  renderName?: ((row: AnalyticsRow) => ReactNode) | undefined;
  showsScore: boolean;
}

/** Returns the columns of figures by group, person or document. */
export function buildFigureColumns(
  of: keyof typeof NAMES,
  { renderName, showsScore }: Options,
): TableColumn<AnalyticsRow>[] {
  const name: TableColumn<AnalyticsRow> = {
    id: 'name',
    header: NAMES[of].header,
    cell: (row) => <NameCell row={row} of={of} name={renderName?.(row) || row.name} />,
    values: [
      [NAMES[of].header, ({ name }) => name],
      ['Automated views', ({ automatedViews }) => automatedViews],
    ],
  };
  const figures = (showsScore ? [SCORE] : []).concat(
    of === 'person' ? [] : [PEOPLE, AVERAGE],
    // A visit counts once, for the document that it began with.
    of === 'file' ? [VIEWS] : [VISITS],
    [DOWNLOADS, QUESTIONS, UNANSWERED, TIME],
  );
  return [name, ...figures.map(figureColumn)];
}

const SCORE: Figure = {
  id: 'score',
  header: 'Score',
  width: '5.5rem',
  exported: 'Score',
  read: ({ score }) => (score === null ? null : Math.round(score)),
};
const PEOPLE: Figure = {
  id: 'people',
  header: 'People',
  width: '5rem',
  showFrom: 'medium',
  exported: 'People',
  read: ({ people }) => people,
};
const AVERAGE: Figure = {
  id: 'average',
  header: 'Per Person',
  width: '7rem',
  showFrom: 'wide',
  exported: 'Seconds for each person',
  read: ({ averageMs }) => averageMs,
  isTime: true,
};
const VISITS: Figure = {
  ...PEOPLE,
  id: 'visits',
  header: 'Visits',
  exported: 'Visits',
  read: ({ visits }) => visits,
};
const VIEWS: Figure = {
  ...VISITS,
  id: 'views',
  header: 'Views',
  exported: 'Views',
  read: ({ views }) => views,
};
const DOWNLOADS: Figure = {
  id: 'downloads',
  header: 'Downloads',
  width: '6.5rem',
  showFrom: 'medium',
  exported: 'Downloads',
  read: ({ downloads }) => downloads,
};
const QUESTIONS: Figure = {
  id: 'questions',
  header: 'Questions',
  width: '6.5rem',
  showFrom: 'wide',
  exported: 'Questions',
  read: ({ questions }) => questions,
};
const UNANSWERED: Figure = {
  ...QUESTIONS,
  id: 'unanswered',
  header: 'Unanswered',
  width: '7rem',
  exported: 'Questions without an answer',
  read: ({ unansweredSearches }) => unansweredSearches,
};
const TIME: Figure = {
  id: 'time',
  header: 'In View',
  width: '7rem',
  exported: 'Seconds in view',
  read: ({ ms }) => ms,
  isTime: true,
};

function ScoreBar({ score }: { score: number }) {
  return (
    <span aria-hidden="true" className="h-1.5 w-6 shrink-0 overflow-hidden rounded-full bg-sunken">
      <span className="block h-full bg-accent-ink" style={{ width: `${score}%` }} />
    </span>
  );
}

interface NameCellProps {
  row: AnalyticsRow;
  of: keyof typeof NAMES;
  name: ReactNode;
}

function NameCell({ row, of, name }: NameCellProps) {
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2">
        <span dir="auto" className="truncate font-medium" title={row.name}>
          {name}
        </span>
        {row.automatedViews > 0 && <Badge tone="warning">Automated: {row.automatedViews}</Badge>}
      </p>
      <p className="@2xl:hidden truncate text-ink-muted text-xs">
        {of === 'file' ? countOf(row.views, 'view') : countOf(row.visits, 'visit')} ·{' '}
        {countOf(row.downloads, 'download')}
      </p>
    </div>
  );
}
