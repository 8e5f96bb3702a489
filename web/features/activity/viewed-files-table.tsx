import { Link } from 'wouter';
import type { ViewedFile } from '#shared/contracts/activity.ts';
import { countOf, formatDateTime, formatDuration, formatRelativeTime } from '#shared/domain/format.ts';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { ViewsList } from './views-list.tsx';

/** Lists the viewed files of a folder, each with the view time of its pages as a heat bar. */
export function ViewedFilesTable({ folderId }: { folderId: number }) {
  const filter = useAddressFilter();
  const list = usePaginatedCall(
    ['file-views', 'folder', folderId, 'files'],
    'GET /api/folders/:id/activity/files',
    { limit: '100', ...filter.query },
    { id: folderId },
  );
  return (
    <ViewsList
      {...{ list, filter }}
      label="Viewed files"
      columns={COLUMNS}
      nouns="files"
      placeholder="Filter by file"
      empty="No one has viewed these files yet."
    />
  );
}

const describeViewers = ({ viewers }: ViewedFile): string => countOf(viewers, 'person', 'people');

const COLUMNS: TableColumn<ViewedFile>[] = [
  {
    id: 'file',
    header: 'File',
    cell: (row) => (
      <div className="flex min-w-0 items-center gap-2.5">
        <FileIcon name={row.file.name} />
        <div className="min-w-0">
          <p className="truncate">
            <Link
              href={`/file/${row.file.id}`}
              title={row.file.name}
              className="rounded-sm font-medium hover:underline"
            >
              {row.file.name}
            </Link>
          </p>
          <p className="@2xl:hidden truncate text-ink-muted text-xs">
            {describeViewers(row)} · {formatRelativeTime(row.lastViewedAt, Date.now())}
          </p>
        </div>
      </div>
    ),
    values: [['File', ({ file }) => file.name]],
  },
  {
    id: 'viewers',
    header: 'Viewers',
    width: '6.5rem',
    showFrom: 'medium',
    cell: describeViewers,
    values: [['Viewers', ({ viewers }) => viewers]],
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
    id: 'time',
    header: 'In View',
    width: '6.5rem',
    cell: ({ ms }) => (ms === 0 ? '–' : formatDuration(ms)),
    values: [['Seconds in view', ({ ms }) => ms / 1000]],
  },
  {
    id: 'heat',
    header: 'Pages',
    width: '12rem',
    showFrom: 'medium',
    cell: ({ heat }) => <HeatBar heat={heat} />,
  },
  {
    id: 'last',
    header: 'Last Viewed',
    width: '9rem',
    showFrom: 'medium',
    cell: ({ lastViewedAt }) => (
      <time dateTime={lastViewedAt} title={formatDateTime(lastViewedAt)} className="text-ink-muted">
        {formatRelativeTime(lastViewedAt, Date.now())}
      </time>
    ),
    values: [['Last viewed at', ({ lastViewedAt }) => lastViewedAt]],
  },
];

const MIN_OPACITY = 0.15;

/** Colors each group of pages by its share of the view time, from the first page to the last one seen. */
function HeatBar({ heat }: { heat: readonly number[] }) {
  if (heat.length === 0) return '–';
  const most = Math.max(...heat);
  const hottest = heat.indexOf(most) + 1;
  const description = `${formatDuration(most)} on part ${hottest} of ${heat.length}`;
  return (
    <span title={description} className="flex h-4 gap-px overflow-hidden rounded-sm">
      <span className="sr-only">{description}</span>
      {heat.map((ms, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the document is what identifies the group
          key={place}
          className="h-full max-w-8 flex-1 bg-sunken"
        >
          {ms > 0 && (
            <span
              className="block h-full bg-accent-ink"
              style={{ opacity: MIN_OPACITY + ((1 - MIN_OPACITY) * ms) / most }}
            />
          )}
        </span>
      ))}
    </span>
  );
}
