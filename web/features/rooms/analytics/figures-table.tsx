import Activity from 'lucide-react/icons/activity';
import type { ReactNode } from 'react';
import type { AnalyticsRow } from '#shared/contracts/rooms/analytics/analytics.ts';
import { LoadError } from '#web/features/errors/load-error.tsx';
import { ExportCsv } from '#web/features/export/export-csv.tsx';
import { PagedTable } from '#web/ui/lists/paged-table.tsx';
import type { useAnalytics } from './analytics-api.ts';
import { buildFigureColumns, NAMES } from './figure-columns.tsx';

interface FiguresTableProps {
  list: ReturnType<typeof useAnalytics>;
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
  const { list, of, renderName, showsScore = false, empty, exportName } = props;
  const columns = buildFigureColumns(of, { renderName, showsScore });
  return (
    <PagedTable
      label={NAMES[of].label}
      columns={columns}
      actions={(rows) => <ExportCsv name={exportName} columns={columns} rows={rows ?? list.fetchAll} />}
      empty={{ icon: Activity, title: empty }}
      {...{ list, LoadError }}
    />
  );
}
