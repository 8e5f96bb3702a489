import type { TimedView } from '#shared/contracts/file-views.ts';
import { formatDateTime, formatDuration, formatRelativeTime, nameOf } from '#shared/domain/format.ts';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { ViewsList } from './views-list.tsx';

/** Lists the views of a file with viewer, time, pages and duration. */
export function FileViewsTable({ fileId }: { fileId: number }) {
  const filter = useAddressFilter();
  const list = usePaginatedCall(
    ['file-views', 'views', fileId],
    'GET /api/files/:id/views',
    { limit: '100', ...filter.query },
    { id: fileId },
  );
  return (
    <ViewsList
      {...{ list, filter }}
      label="Views"
      columns={COLUMNS}
      nouns="views"
      placeholder="Filter by viewer"
      empty="No one has viewed this file yet."
    />
  );
}

/** Formats viewed pages as `2 (1 min 3 s), 1 (4 s) and 12 more`, longest first. */
function formatPages({ pages, pageCount }: TimedView): string {
  if (pageCount === 0) return '–';
  const named = pages.map(({ page, ms }) => `${page} (${formatDuration(ms)})`).join(', ');
  return pageCount > pages.length ? `${named} and ${pageCount - pages.length} more` : named;
}

const COLUMNS: TableColumn<TimedView>[] = [
  {
    id: 'viewer',
    header: 'Viewed By',
    cell: (view) => (
      <div className="min-w-0">
        <p className="truncate font-medium" title={view.viewer.username}>
          {nameOf(view.viewer)}
        </p>
        {view.version !== undefined && <p className="text-ink-muted text-xs">Version {view.version}</p>}
        <p className="@2xl:hidden truncate text-ink-muted text-xs">
          {view.pageCount > 0 && `Page ${formatPages(view)} · `}
          {formatRelativeTime(view.viewedAt, Date.now())}
        </p>
      </div>
    ),
    values: [['Viewed by', ({ viewer }) => nameOf(viewer)]],
  },
  {
    id: 'viewed',
    header: 'Viewed',
    width: '10.5rem',
    showFrom: 'medium',
    cell: ({ viewedAt }) => (
      <time dateTime={viewedAt} title={formatDateTime(viewedAt)} className="text-ink-muted">
        {formatRelativeTime(viewedAt, Date.now())}
      </time>
    ),
    values: [['Viewed at', ({ viewedAt }) => viewedAt]],
  },
  {
    id: 'pages',
    header: 'Pages',
    width: '40%',
    showFrom: 'medium',
    cell: (view) => <span title={formatPages(view)}>{formatPages(view)}</span>,
  },
  {
    id: 'time',
    header: 'In View',
    width: '6.5rem',
    cell: ({ ms }) => (ms === 0 ? '–' : formatDuration(ms)),
    values: [['Seconds in view', ({ ms }) => ms / 1000]],
  },
];
