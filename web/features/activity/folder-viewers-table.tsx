import { Link } from 'wouter';
import type { FolderViewer } from '#shared/contracts/activity.ts';
import {
  countOf,
  formatDate,
  formatDateTime,
  formatDuration,
  formatRelativeTime,
  nameOf,
} from '#shared/domain/format.ts';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { Avatar } from '#web/ui/display/avatar.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { ViewsList } from './views-list.tsx';

interface FolderViewersTableProps {
  folderId: number;
  /** The number of files in the folder and below it. */
  files: number;
}

/** Lists the viewers of a folder: how many of its files they opened, how long, in what and since when. */
export function FolderViewersTable({ folderId, files }: FolderViewersTableProps) {
  const filter = useAddressFilter();
  const list = usePaginatedCall(
    ['file-views', 'folder', folderId, 'viewers'],
    'GET /api/folders/:id/activity/viewers',
    { limit: '100', ...filter.query },
    { id: folderId },
  );
  return (
    <ViewsList
      {...{ list, filter }}
      label="Viewers"
      columns={buildColumns(files)}
      nouns="viewers"
      placeholder="Filter by name"
      empty="No one has viewed these files yet."
    />
  );
}

const formatTime = (ms: number): string => (ms === 0 ? '–' : formatDuration(ms));

const buildColumns = (files: number): TableColumn<FolderViewer>[] => [
  {
    id: 'viewer',
    header: 'Viewed By',
    cell: (row) => <ViewerCell row={row} files={files} />,
    values: [['Viewed by', ({ viewer }) => nameOf(viewer)]],
  },
  {
    id: 'opened',
    header: 'Opened',
    width: '10.5rem',
    showFrom: 'medium',
    cell: ({ openedFiles }) => <OpenedCell {...{ openedFiles, files }} />,
    values: [['Opened files', ({ openedFiles }) => openedFiles]],
  },
  {
    id: 'time',
    header: 'In View',
    width: '6.5rem',
    cell: ({ ms }) => formatTime(ms),
    values: [['Seconds in view', ({ ms }) => ms / 1000]],
  },
  {
    id: 'top',
    header: 'Mostly',
    width: '18%',
    showFrom: 'medium',
    cell: ({ topFile }) => (topFile === null ? '–' : <TopFileCell topFile={topFile} />),
    values: [['Mostly', ({ topFile }) => topFile?.name ?? null]],
  },
  {
    id: 'since',
    header: 'Since',
    width: '7.5rem',
    showFrom: 'medium',
    cell: ({ firstViewedAt }) => (
      <time dateTime={firstViewedAt} title={formatDateTime(firstViewedAt)} className="text-ink-muted">
        {formatDate(firstViewedAt)}
      </time>
    ),
    values: [['First viewed at', ({ firstViewedAt }) => firstViewedAt]],
  },
  {
    id: 'last',
    header: 'Last Viewed',
    width: '8rem',
    showFrom: 'medium',
    cell: ({ lastViewedAt }) => (
      <time dateTime={lastViewedAt} title={formatDateTime(lastViewedAt)} className="text-ink-muted">
        {formatRelativeTime(lastViewedAt, Date.now())}
      </time>
    ),
    values: [['Last viewed at', ({ lastViewedAt }) => lastViewedAt]],
  },
];

function ViewerCell({ row, files }: { row: FolderViewer; files: number }) {
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Avatar name={nameOf(row.viewer)} image={row.viewer.avatar} size="small" />
      <div className="min-w-0">
        <p className="truncate font-medium" title={row.viewer.username}>
          {nameOf(row.viewer)}
        </p>
        <p className="@2xl:hidden truncate text-ink-muted text-xs">
          {row.openedFiles} of {countOf(files, 'file')} · {formatRelativeTime(row.lastViewedAt, Date.now())}
        </p>
      </div>
    </div>
  );
}

function TopFileCell({ topFile: { id, name, ms } }: { topFile: NonNullable<FolderViewer['topFile']> }) {
  return (
    <Link
      href={`/file/${id}`}
      title={`${name}, ${formatTime(ms)}`}
      className="rounded-sm text-accent-ink hover:underline"
    >
      {name}
    </Link>
  );
}

function OpenedCell({ openedFiles, files }: { openedFiles: number; files: number }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-1.5 w-10 shrink-0 overflow-hidden rounded-full bg-sunken">
        <span
          className="block h-full bg-accent-ink"
          style={{ width: `${(100 * openedFiles) / Math.max(files, openedFiles)}%` }}
        />
      </span>
      {openedFiles} of {countOf(files, 'file')}
    </span>
  );
}
