import Eye from 'lucide-react/icons/eye';
import type { FileView } from '#shared/contracts/activity.ts';
import { formatAgo, formatInstant, formatSize } from '#shared/domain/format.ts';
import { sentenceOf } from '#web/features/auth/toast-failure.ts';
import { useCallPages } from '#web/lib/call-pages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FileIcon } from '#web/ui/file-icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';

const SIDES = {
  owner: {
    call: 'GET /api/file-views/owner',
    label: 'Files Viewed by Others',
    person: 'Viewed By',
    personOf: ({ viewer }: FileView) => viewer.username,
    empty: 'No one has viewed your files yet. Share your files with others to track views.',
  },
  viewer: {
    call: 'GET /api/file-views/viewer',
    label: "Files You've Viewed",
    person: 'Owner',
    personOf: ({ owner }: FileView) => owner.username,
    empty: "You haven't viewed any files yet. Access shared files to see them here.",
  },
} as const;

/** Who had which file before their eyes, newest first: others one's own files, or oneself others'. */
export function ViewsTable({ side }: { side: keyof typeof SIDES }) {
  const { call, label, empty } = SIDES[side];
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCallPages(
    ['file-views', side],
    call,
    { limit: '100' },
  );
  if (error && !data) {
    return (
      <Notice tone="danger" urgent action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {sentenceOf(error)}
      </Notice>
    );
  }
  if (!data) return <Skeleton className="h-40" />;
  const views = data.pages.flatMap(({ result }) => result);
  if (views.length === 0) {
    return (
      <Card>
        <EmptyState icon={Eye} title={empty} />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <Table label={label} columns={columnsOf(side)} rows={views} rowKey={({ id }) => id} twoLines />
      </Card>
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

function columnsOf(side: keyof typeof SIDES): TableColumn<FileView>[] {
  const { person, personOf } = SIDES[side];
  return [
    {
      id: 'file',
      header: 'File',
      cell: (view) => (
        <div className="flex min-w-0 items-center gap-2.5">
          <FileIcon fileType={view.file.fileType} />
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 items-center gap-2">
              <span className="truncate font-medium" title={view.file.name}>
                {view.file.name}
              </span>
              <span className="@2xl:inline hidden">
                <Badge>{view.file.fileType.toUpperCase()}</Badge>
              </span>
              <span className="@2xl:inline hidden text-ink-muted text-xs">{formatSize(view.file.size)}</span>
            </div>
            <p className="@2xl:hidden truncate text-ink-muted text-xs">
              {personOf(view)} · {formatAgo(view.viewedAt, Date.now())}
            </p>
          </div>
        </div>
      ),
    },
    {
      id: 'person',
      header: person,
      width: '14rem',
      secondary: true,
      cell: (view) => <span title={personOf(view)}>{personOf(view)}</span>,
    },
    {
      id: 'viewed',
      header: 'Viewed',
      width: '12rem',
      secondary: true,
      cell: ({ viewedAt }) => (
        <time dateTime={viewedAt} title={formatInstant(viewedAt)} className="text-ink-muted">
          {formatAgo(viewedAt, Date.now())}
        </time>
      ),
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
