import { Link } from 'wouter';
import type { FileView } from '#shared/contracts/activity.ts';
import {
  formatDateTime,
  formatDuration,
  formatRelativeTime,
  formatSize,
  nameOf,
} from '#shared/domain/format.ts';
import { useAddressFilter } from '#web/features/filter/server-filter.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { FileIcon } from '#web/ui/display/file-icon.tsx';
import { MiddleEllipsis } from '#web/ui/display/middle-ellipsis.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { useDiscardCachedViews } from './discard-cached-views.ts';
import { ViewsList } from './views-list.tsx';

const PERSPECTIVES = {
  owner: {
    call: 'GET /api/file-views/owner',
    label: 'Files Viewed by Others',
    placeholder: 'Filter by file or viewer',
    person: 'Viewed By',
    personOf: ({ viewer }: FileView) => nameOf(viewer),
    empty: 'No one has viewed your files yet. Share your files with others to track views.',
    emptyAction: <ButtonLink href="/">Choose a Folder</ButtonLink>,
  },
  viewer: {
    call: 'GET /api/file-views/viewer',
    label: "Files You've Viewed",
    placeholder: 'Filter by file or owner',
    person: 'Owner',
    personOf: ({ owner }: FileView) => nameOf(owner),
    empty: "You haven't viewed any files yet. Access shared files to see them here.",
    emptyAction: undefined,
  },
} as const;

/**
 * Lists file views, newest first: views of the user's own files by others, or the user's views of others' files.
 */
export function ActivityTable({ side }: { side: keyof typeof PERSPECTIVES }) {
  const { call, label, placeholder, empty, emptyAction } = PERSPECTIVES[side];
  const filter = useAddressFilter();
  const list = usePaginatedCall(['file-views', side], call, { limit: '100', ...filter.query });
  useDiscardCachedViews();
  const columns = buildColumns(side);
  return (
    <ViewsList
      {...{ list, filter, label, empty, emptyAction, columns, placeholder }}
      exportName={EXPORT_NAMES[side]}
    />
  );
}

const EXPORT_NAMES = { owner: 'views of my files', viewer: 'files viewed' } as const;

/** The link through which a visitor came. */
const THROUGH: TableColumn<FileView> = {
  id: 'through',
  header: 'Through',
  width: '14%',
  showFrom: 'wide',
  cell: ({ through }) =>
    through && (
      <Link
        href={`/links/${through.linkId}`}
        title={through.linkName}
        className="rounded-sm text-accent-ink hover:underline"
      >
        {through.linkName}
      </Link>
    ),
  values: [['Through', ({ through }) => through?.linkName ?? null]],
};

function buildColumns(side: keyof typeof PERSPECTIVES): TableColumn<FileView>[] {
  const { person, personOf } = PERSPECTIVES[side];
  return [
    {
      id: 'file',
      header: 'File',
      cell: (view) => <FileCell view={view} person={personOf(view)} />,
      values: [
        ['File', ({ file }) => file.name],
        ['Version', ({ version }) => version ?? null],
      ],
    },
    {
      id: 'person',
      header: person,
      width: '24%',
      showFrom: 'medium',
      cell: (view) => <span title={personOf(view)}>{personOf(view)}</span>,
      values: [[person, personOf]],
    },
    ...(side === 'owner' ? [THROUGH] : []),
    {
      id: 'viewed',
      header: 'Viewed',
      width: '11rem',
      showFrom: 'medium',
      cell: ({ viewedAt }) => (
        <time dateTime={viewedAt} title={formatDateTime(viewedAt)} className="text-ink-muted">
          {formatRelativeTime(viewedAt, Date.now())}
        </time>
      ),
      values: [['Viewed at', ({ viewedAt }) => viewedAt]],
    },
    {
      id: 'time',
      header: 'In View',
      width: '6rem',
      showFrom: 'medium',
      cell: (view) => <ViewTime view={view} hasPage={side === 'owner'} />,
      values: [['Seconds in view', ({ ms }) => ms / 1000]],
    },
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      width: '5.25rem',
      align: 'end',
      cell: ({ fileId, file }) => (
        <ButtonLink href={`/file/${fileId}`} opens="new-tab" variant="ghost" size="small">
          View<span className="sr-only"> {file.name} in a new tab</span>
        </ButtonLink>
      ),
    },
  ];
}

/** Returns the file type as shown in a badge: for others than the known ones, the extension of the name. */
function getTypeLabel({ name, fileType }: FileView['file']): string {
  const type = fileType === 'others' ? (/\.([a-z\d]{1,5})$/i.exec(name)?.[1] ?? 'file') : fileType;
  return type.toUpperCase();
}

function FileCell({ view, person }: { view: FileView; person: string }) {
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <FileIcon name={view.file.name} />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <span className="sr-only">{view.file.name}</span>
          <span aria-hidden="true" className="flex min-w-0 font-medium" title={view.file.name}>
            <MiddleEllipsis text={view.file.name} />
          </span>
          <span className="@2xl:inline hidden">
            <Badge>{getTypeLabel(view.file)}</Badge>
          </span>
          <span className="@2xl:inline hidden text-ink-muted text-xs">{formatSize(view.file.size)}</span>
          {view.version !== undefined && (
            <span className="shrink-0 text-ink-muted text-xs">Version {view.version}</span>
          )}
        </div>
        <p className="@2xl:hidden flex text-ink-muted text-xs">
          <span className="truncate">{person}</span>
          <span className="shrink-0 whitespace-pre"> · {formatRelativeTime(view.viewedAt, Date.now())}</span>
        </p>
      </div>
    </div>
  );
}

/** Shows the view time, linked to the page-by-page activity when the actor may see it. */
function ViewTime({ view, hasPage }: { view: FileView; hasPage: boolean }) {
  const time = view.ms === 0 ? '–' : formatDuration(view.ms);
  if (!hasPage) return time;
  return (
    <Link href={`/file/${view.fileId}/views`} className="rounded-sm text-accent-ink hover:underline">
      {time}
      <span className="sr-only">, who viewed which pages of {view.file.name}</span>
    </Link>
  );
}
