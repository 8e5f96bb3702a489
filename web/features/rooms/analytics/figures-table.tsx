import Activity from 'lucide-react/icons/activity';
import type { ReactNode } from 'react';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { countOf, formatDuration } from '#shared/domain/format.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/list-skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ShowMore } from '#web/ui/lists/show-more.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import type { useAnalytics } from './analytics-api.ts';

const NAMES = {
  group: { label: 'Groups', header: 'Group' },
  person: { label: 'People', header: 'Person' },
  file: { label: 'Documents', header: 'Document' },
} as const;

interface FiguresTableProps {
  list: ReturnType<typeof useAnalytics>;
  /** The things that the rows stand for. */
  of: keyof typeof NAMES;
  /** Renders the name as a link or button. */
  renderName?: (row: AnalyticsRow) => ReactNode;
  showsScore?: boolean;
  empty: string;
}

/** Lists figures by group, person or document. */
export function FiguresTable({ list, of, renderName, showsScore = false, empty }: FiguresTableProps) {
  const { data, error, refetch } = list;
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) return <ListSkeleton />;
  const rows = data.pages.flatMap(({ result }) => result);
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState icon={Activity} title={empty} compact />
      </Card>
    );
  }
  const keys = new Map(rows.map(({ key }, at) => [key, at]));
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <Table
          label={NAMES[of].label}
          columns={buildColumns(of, renderName, showsScore)}
          rows={rows}
          rowKey={({ key }) => keys.get(key) ?? 0}
          hasTwoLineRows
        />
      </Card>
      <ShowMore list={list} />
    </div>
  );
}

const formatTime = (ms: number | null): string => (ms === null || ms === 0 ? '–' : formatDuration(ms));

function buildColumns(
  of: FiguresTableProps['of'],
  renderName: FiguresTableProps['renderName'],
  showsScore: boolean,
): TableColumn<AnalyticsRow>[] {
  const column = (id: string, header: string, cell: (row: AnalyticsRow) => ReactNode, width = '5.5rem') => ({
    id,
    header,
    cell,
    width,
    showFrom: 'medium' as const,
  });
  return [
    {
      id: 'name',
      header: NAMES[of].header,
      cell: (row) => (
        <div className="min-w-0">
          <p className="flex items-center gap-2">
            <span dir="auto" className="truncate font-medium" title={row.name}>
              {renderName?.(row) ?? row.name}
            </span>
            {row.automatedViews > 0 && <Badge tone="warning">Automated: {row.automatedViews}</Badge>}
          </p>
          <p className="@2xl:hidden truncate text-ink-muted text-xs">
            {of === 'file' ? countOf(row.views, 'view') : countOf(row.visits, 'visit')} ·{' '}
            {countOf(row.downloads, 'download')}
          </p>
        </div>
      ),
    },
    ...(showsScore
      ? [{ id: 'score', header: 'Score', width: '5.5rem', cell: (row: AnalyticsRow) => <Score row={row} /> }]
      : []),
    ...(of === 'person'
      ? []
      : [
          column('people', 'People', ({ people }) => people, '4.5rem'),
          column('average', 'Per Person', ({ averageMs }) => formatTime(averageMs), '7rem'),
        ]),
    // A visit counts once, for the document that it began with.
    of === 'file'
      ? column('views', 'Views', ({ views }) => views, '4.5rem')
      : column('visits', 'Visits', ({ visits }) => visits, '4.5rem'),
    column('downloads', 'Downloads', ({ downloads }) => downloads),
    {
      ...column('questions', 'Questions', ({ questions, unansweredSearches }) =>
        unansweredSearches === 0 ? questions : `${questions} (${unansweredSearches} unanswered)`,
      ),
      width: '9rem',
      showFrom: 'wide',
    },
    { id: 'time', header: 'In View', width: '7rem', cell: ({ ms }) => formatTime(ms) },
  ];
}

function Score({ row: { score } }: { row: AnalyticsRow }) {
  if (score === null) return '–';
  return (
    <span className="flex items-center gap-2 tabular-nums">
      {Math.round(score)}
      <span aria-hidden="true" className="h-1.5 w-8 shrink-0 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full bg-accent-ink" style={{ width: `${score}%` }} />
      </span>
    </span>
  );
}
