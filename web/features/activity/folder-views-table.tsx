import { Link } from 'wouter';
import type { FileView } from '#shared/contracts/activity.ts';
import { formatDateTime, formatDuration, formatRelativeTime, nameOf } from '#shared/domain/format.ts';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { Avatar } from '#web/ui/display/avatar.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { ViewsList } from './views-list.tsx';

/** Lists the views of a folder's files as sentences, newest first. */
export function FolderViewsTable({ folderId }: { folderId: number }) {
  const filter = useAddressFilter();
  const list = usePaginatedCall(
    ['file-views', 'folder', folderId, 'views'],
    'GET /api/folders/:id/activity/views',
    { limit: '100', ...filter.query },
    { id: folderId },
  );
  return (
    <ViewsList
      {...{ list, filter }}
      label="Views"
      columns={COLUMNS}
      nouns="views"
      placeholder="Filter by viewer or file"
      empty="No one has viewed these files yet."
    />
  );
}

const COLUMNS: TableColumn<FileView>[] = [
  {
    id: 'view',
    header: 'Event',
    cell: (view) => (
      <div className="flex min-w-0 items-center gap-2.5">
        <Avatar name={nameOf(view.viewer)} image={view.viewer.avatar} size="small" />
        <div className="min-w-0">
          <p className="truncate" title={`${nameOf(view.viewer)} viewed ${view.file.name}`}>
            <span className="font-medium">{nameOf(view.viewer)}</span> viewed{' '}
            <Link href={`/file/${view.fileId}`} className="rounded-sm text-accent-ink underline">
              {view.file.name}
            </Link>
          </p>
          <p className="@2xl:hidden truncate text-ink-muted text-xs">
            {formatRelativeTime(view.viewedAt, Date.now())}
          </p>
        </div>
      </div>
    ),
    values: [
      ['Viewed by', ({ viewer }) => nameOf(viewer)],
      ['File', ({ file }) => file.name],
    ],
  },
  {
    id: 'time',
    header: 'In View',
    width: '6.5rem',
    cell: ({ ms }) => (ms === 0 ? '–' : formatDuration(ms)),
    values: [['Seconds in view', ({ ms }) => ms / 1000]],
  },
  {
    id: 'viewed',
    header: 'Viewed',
    width: '14.5rem',
    showFrom: 'medium',
    cell: ({ viewedAt }) => <time dateTime={viewedAt}>{formatDateTime(viewedAt)}</time>,
    values: [['Viewed at', ({ viewedAt }) => viewedAt]],
  },
];
