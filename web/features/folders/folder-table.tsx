import FolderIcon from 'lucide-react/icons/folder';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Folder } from '#shared/contracts/folders.ts';
import { formatDate } from '#shared/domain/format.ts';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { AncestorNames } from './ancestor-names.tsx';
import { DraftBadge } from './draft-badge.tsx';
import { formatFolderContents } from './folder-contents.ts';
import { changedAt, type FolderSortColumn, type SortedFolders } from './folder-order.ts';
import { EntryNumber } from './ordering/entry-number.tsx';
import { useAttachFolder } from './ordering/ordering.ts';
import { RoomBadge } from './room-badge.tsx';

interface FolderTableProps {
  folders: SortedFolders;
  renderActions: (folder: Folder) => ReactNode;
}

/** Returns what the header of each column needs. */
function buildSort({ order: { column, isReversed }, setOrder }: SortedFolders) {
  // Numbers and names begin with the first, all others with the greatest.
  const direction = (column === 'number' || column === 'name') === isReversed ? 'descending' : 'ascending';
  return (clicked: FolderSortColumn): NonNullable<TableColumn<Folder>['sort']> => ({
    direction: clicked === column ? direction : null,
    onChange: () => setOrder({ column: clicked, isReversed: clicked === column && !isReversed }),
  });
}

export function FolderTable({ folders, renderActions }: FolderTableProps) {
  const [, navigate] = useLocation();
  const { listDensity } = usePreferences();
  const { rows, hasNumbers } = folders;
  const sortBy = buildSort(folders);
  const attachRow = useAttachFolder();
  const columns: readonly TableColumn<Folder>[] = [
    ...(hasNumbers ? [{ ...NUMBER_COLUMN, sort: sortBy('number') }] : []),
    { id: 'name', header: 'Name', sort: sortBy('name'), cell: (folder) => <FolderLink {...folder} /> },
    {
      id: 'contents',
      header: 'Contents',
      width: '10rem',
      showFrom: 'medium',
      sort: sortBy('contents'),
      cell: ({ contents }) => contents && <Muted>{formatFolderContents(contents)}</Muted>,
    },
    {
      id: 'changed',
      header: 'Last Change',
      width: '8rem',
      showFrom: 'medium',
      sort: sortBy('changed'),
      cell: (folder) => <Muted>{formatDate(changedAt(folder))}</Muted>,
    },
    {
      id: 'created',
      header: 'Created',
      width: '8rem',
      showFrom: 'medium',
      sort: sortBy('created'),
      cell: ({ createdAt }) => <Muted>{formatDate(createdAt)}</Muted>,
    },
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      width: '3.75rem',
      align: 'end',
      cell: renderActions,
    },
  ];
  return (
    <Table
      label="Folders"
      {...{ columns, rows, attachRow }}
      rowKey={({ id }) => id}
      isCompact={listDensity === 'compact'}
      onRowClick={({ id }) => navigate(`/folder/${id}`)}
    />
  );
}

const NUMBER_COLUMN: TableColumn<Folder> = {
  id: 'number',
  header: 'No.',
  width: '5rem',
  cell: ({ number }) => <EntryNumber number={number} />,
};

function FolderLink(folder: Folder) {
  const { id, name, publishedAt, parentId, roomState } = folder;
  return (
    <Link
      href={`/folder/${id}`}
      title={name}
      draggable={false}
      className="flex items-center gap-2 rounded-sm"
    >
      <FolderIcon size={16} className="shrink-0 text-accent-ink" />
      <span dir="auto" className="truncate font-medium">
        {name}
      </span>
      {parentId === null && <RoomBadge state={roomState} />}
      <DraftBadge publishedAt={publishedAt} />
      <AncestorNames names={folder.ancestorNames} className="block flex-1" />
    </Link>
  );
}

const Muted = ({ children }: { children: ReactNode }) => <span className="text-ink-muted">{children}</span>;
