import FolderIcon from 'lucide-react/icons/folder';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Folder } from '#shared/contracts/folders.ts';
import { formatDate } from '#shared/domain/format.ts';
import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { AncestorNames } from './ancestor-names.tsx';
import { DraftBadge } from './draft-badge.tsx';
import { formatFolderContents } from './folder-contents.ts';
import { compareByName } from './folder-hierarchy.ts';
import { EntryNumber } from './ordering/entry-number.tsx';
import { useAttachFolder } from './ordering/ordering.ts';
import { RoomBadge } from './room-badge.tsx';

interface FolderTableProps {
  folders: readonly Folder[];
  renderActions: (folder: Folder) => ReactNode;
}

type SortColumn = 'number' | 'name' | 'contents' | 'changed' | 'created';

interface FolderOrder {
  readonly column: SortColumn;
  readonly isReversed: boolean;
}

const countEntries = ({ contents }: Folder): number => (contents ? contents.folders + contents.files : 0);
const changedAt = ({ contents, createdAt }: Folder): string => contents?.changedAt ?? createdAt;

/** Each in the direction that a first click on its header gives. */
const COMPARE: Record<SortColumn, (a: Folder, b: Folder) => number> = {
  number: (a, b) => compareEntryNumbers(a.number, b.number),
  name: compareByName,
  contents: (a, b) => countEntries(b) - countEntries(a),
  changed: (a, b) => changedAt(b).localeCompare(changedAt(a)),
  created: (a, b) => b.createdAt.localeCompare(a.createdAt),
};

/** The rows in the order of a column, and what its header needs. */
function useSortedFolders(folders: readonly Folder[]) {
  const [chosen, setOrder] = useState<FolderOrder | null>(null);
  const hasNumbers = folders.some(({ number }) => number !== undefined);
  const { column, isReversed } = chosen ?? { column: hasNumbers ? 'number' : 'name', isReversed: false };
  const rows = useMemo(() => {
    const sorted = folders.toSorted((a, b) => COMPARE[column](a, b) || compareByName(a, b));
    return isReversed ? sorted.reverse() : sorted;
  }, [folders, column, isReversed]);
  // Numbers and names begin with the first, all others with the greatest.
  const direction = (column === 'number' || column === 'name') === isReversed ? 'descending' : 'ascending';
  const sortBy = (clicked: SortColumn): NonNullable<TableColumn<Folder>['sort']> => ({
    direction: clicked === column ? direction : null,
    onChange: () => setOrder({ column: clicked, isReversed: clicked === column && !isReversed }),
  });
  return { rows, sortBy, hasNumbers };
}

export function FolderTable({ folders, renderActions }: FolderTableProps) {
  const [, navigate] = useLocation();
  const { listDensity } = usePreferences();
  const { rows, sortBy, hasNumbers } = useSortedFolders(folders);
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
