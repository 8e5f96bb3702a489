import type { FileViewer } from '#shared/contracts/file-views.ts';
import { formatAgo, formatDuration, formatInstant } from '#shared/domain/format.ts';
import { useCallPages } from '#web/lib/http/paginated-call.ts';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { ViewsList } from './views-list.tsx';

/** Everybody who viewed a file, with all their views together. */
export function FileViewersTable({ fileId }: { fileId: number }) {
  const list = useCallPages(
    ['file-views', 'viewers', fileId],
    'GET /api/files/:id/viewers',
    { limit: '100' },
    { id: fileId },
  );
  return <ViewsList list={list} label="Viewers" columns={COLUMNS} empty="No one has viewed this file yet." />;
}

const pagesOf = ({ pageCount }: FileViewer): string =>
  pageCount === 0 ? '–' : `${pageCount} ${pageCount === 1 ? 'page' : 'pages'}`;

const timeOf = ({ ms }: FileViewer): string => (ms === 0 ? '–' : formatDuration(ms));

const COLUMNS: TableColumn<FileViewer>[] = [
  {
    id: 'viewer',
    header: 'Viewed By',
    cell: (row) => (
      <div className="min-w-0">
        <p className="truncate font-medium" title={row.viewer.username}>
          {row.viewer.username}
        </p>
        <p className="@2xl:hidden truncate text-ink-muted text-xs">
          {row.views} {row.views === 1 ? 'view' : 'views'} · {pagesOf(row)}
        </p>
      </div>
    ),
  },
  { id: 'views', header: 'Views', width: '5rem', secondary: true, cell: ({ views }) => views },
  { id: 'pages', header: 'Pages', width: '6.5rem', secondary: true, cell: pagesOf },
  { id: 'time', header: 'In View', width: '6.5rem', cell: timeOf },
  {
    id: 'last',
    header: 'Last Viewed',
    width: '11rem',
    secondary: true,
    cell: ({ lastViewedAt }) => (
      <time dateTime={lastViewedAt} title={formatInstant(lastViewedAt)} className="text-ink-muted">
        {formatAgo(lastViewedAt, Date.now())}
      </time>
    ),
  },
];
