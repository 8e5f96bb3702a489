import Activity from 'lucide-react/icons/activity';
import type { ReactNode } from 'react';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { FilteredTable } from '#web/features/filter/filtered-table.tsx';
import type { ServerFilter } from '#web/features/filter/server-filter.ts';
import type { useAnalytics } from './analytics-api.ts';
import { buildFigureColumns, NAMES } from './figure-columns.tsx';

interface FiguresTableProps {
  list: ReturnType<typeof useAnalytics>;
  filter: ServerFilter;
  /** The things that the rows stand for. */
  of: keyof typeof NAMES;
  /** The name of an exported file. */
  exportName: string;
  /** Renders the name as a link or button. */
  renderName?: (row: AnalyticsRow) => ReactNode;
  showsScore?: boolean;
  empty: string;
}

/** Lists figures by group, person or document, each beside that of the days before. */
export function FiguresTable(props: FiguresTableProps) {
  const { list, filter, of, renderName, showsScore = false, empty, exportName } = props;
  const columns = buildFigureColumns(of, { renderName, showsScore });
  return (
    <FilteredTable
      label={NAMES[of].label}
      nouns={NAMES[of].label.toLowerCase()}
      placeholder="Filter by name"
      empty={{ icon: Activity, title: empty }}
      {...{ list, filter, columns, exportName }}
    />
  );
}
