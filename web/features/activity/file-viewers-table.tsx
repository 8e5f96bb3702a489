import type { FileViewer } from '#shared/contracts/file-views.ts';
import {
  countOf,
  formatDateTime,
  formatDuration,
  formatRelativeTime,
  nameOf,
} from '#shared/domain/format.ts';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { ViewsList } from './views-list.tsx';

/** Lists the viewers of a file, each with the total of their views. */
export function FileViewersTable({ fileId }: { fileId: number }) {
  const filter = useAddressFilter();
  const list = usePaginatedCall(
    ['file-views', 'viewers', fileId],
    'GET /api/files/:id/viewers',
    { limit: '100', ...filter.query },
    { id: fileId },
  );
  return (
    <ViewsList
      {...{ list, filter }}
      label="Viewers"
      columns={COLUMNS}
      nouns="viewers"
      placeholder="Filter by name"
      empty="No one has viewed this file yet."
    />
  );
}

const formatPageCount = ({ pageCount }: FileViewer): string =>
  pageCount === 0 ? '–' : countOf(pageCount, 'page');

const formatViewTime = ({ ms }: FileViewer): string => (ms === 0 ? '–' : formatDuration(ms));

const COLUMNS: TableColumn<FileViewer>[] = [
  {
    id: 'viewer',
    header: 'Viewed By',
    cell: (row) => (
      <div className="min-w-0">
        <p className="truncate font-medium" title={row.viewer.username}>
          {nameOf(row.viewer)}
        </p>
        <p className="@2xl:hidden truncate text-ink-muted text-xs">
          {countOf(row.views, 'view')} · {formatPageCount(row)}
        </p>
      </div>
    ),
    values: [['Viewed by', ({ viewer }) => nameOf(viewer)]],
  },
  {
    id: 'views',
    header: 'Views',
    width: '5rem',
    showFrom: 'medium',
    cell: ({ views }) => views,
    values: [['Views', ({ views }) => views]],
  },
  {
    id: 'pages',
    header: 'Pages',
    width: '6.5rem',
    showFrom: 'medium',
    cell: formatPageCount,
    values: [['Pages', ({ pageCount }) => pageCount]],
  },
  {
    id: 'time',
    header: 'In View',
    width: '6.5rem',
    cell: formatViewTime,
    values: [['Seconds in view', ({ ms }) => ms / 1000]],
  },
  {
    id: 'last',
    header: 'Last Viewed',
    width: '11rem',
    showFrom: 'medium',
    cell: ({ lastViewedAt }) => (
      <time dateTime={lastViewedAt} title={formatDateTime(lastViewedAt)} className="text-ink-muted">
        {formatRelativeTime(lastViewedAt, Date.now())}
      </time>
    ),
    values: [['Last viewed at', ({ lastViewedAt }) => lastViewedAt]],
  },
];
