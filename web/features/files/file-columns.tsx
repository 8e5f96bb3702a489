import type { ReactNode } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { formatDate, formatSize } from '#shared/domain/format.ts';
import type { FileColumn } from '#shared/domain/preferences.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { EntryNumber } from '#web/features/folders/ordering/entry-number.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { AllowDownloadSwitch } from './allow-download-switch.tsx';
import type { FileListLayout } from './file-list-layout.ts';
import { FileMenu } from './file-menu.tsx';
import { FileNameCell } from './file-name-cell.tsx';
import { type FileSortOrder, getNextSortOrder, getSortDirection, type SortColumn } from './sort-files.ts';
import { areBytesWithheld } from './withheld.tsx';

export type FileAction = 'rename' | 'move' | 'delete';

interface FileColumnsOptions {
  actor: Actor;
  order: FileSortOrder;
  onSort: (order: FileSortOrder) => void;
  onSelect: (file: File) => void;
  onAction: (action: FileAction, file: File) => void;
  layout: FileListLayout;
  /** Adds the column of the numbers in a room. */
  hasNumbers: boolean;
}

/** Returns the columns that the user has not hidden. Visitors get no column of owners. */
export function buildFileColumns(options: FileColumnsOptions): TableColumn<File>[] {
  const { actor, order, onSort, onSelect, onAction, layout, hasNumbers } = options;
  const sort = (column: SortColumn) => ({
    direction: getSortDirection(column, order),
    onChange: () => onSort(getNextSortOrder(column, order)),
  });
  const middle = [...(actor.kind === 'user' ? [OWNER_COLUMN] : []), ...buildValueColumns(actor)].flatMap(
    (column) => {
      const { id } = column;
      if (layout.hiddenColumns.includes(id)) return [];
      const widthPx = layout.columnWidths[id];
      return {
        ...column,
        sort: sort(id),
        ...(widthPx !== undefined && { width: `${widthPx}px` }),
        ...(layout.resize && { onResize: (px: number | null) => layout.resize?.(id, px) }),
      };
    },
  );
  return [
    ...(hasNumbers ? [{ ...NUMBER_COLUMN, sort: sort('number') }] : []),
    {
      id: 'name',
      header: 'Name',
      sort: sort('name'),
      cell: (file) => (
        <FileNameCell
          file={file}
          isRestricted={!filePolicy.download(actor, file)}
          onSelect={() => onSelect(file)}
        />
      ),
    },
    ...middle,
    VIEW_COLUMN,
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      width: '3.25rem',
      align: 'end',
      cell: (file) => (
        <FileMenu
          actor={actor}
          file={file}
          onPreview={() => onSelect(file)}
          onRename={() => onAction('rename', file)}
          onMove={() => onAction('move', file)}
          onDelete={() => onAction('delete', file)}
        />
      ),
    },
  ];
}

const NUMBER_COLUMN: TableColumn<File> = {
  id: 'number',
  header: 'No.',
  width: '5rem',
  cell: ({ number }) => <EntryNumber number={number} />,
};

type ValueColumn = TableColumn<File> & { id: FileColumn };

const OWNER_COLUMN: ValueColumn = {
  id: 'owner',
  header: 'Owner',
  width: '8rem',
  showFrom: 'wide',
  cell: ({ ownerName = '' }) => <Muted title={ownerName}>{ownerName}</Muted>,
};

const buildValueColumns = (actor: Actor): ValueColumn[] => [
  {
    id: 'modified',
    header: 'Modified',
    width: '7.5rem',
    showFrom: 'wide',
    // As it is sorted: a file without later versions is as it was added.
    cell: ({ modifiedAt, createdAt }) => <Muted>{formatDate(modifiedAt ?? createdAt)}</Muted>,
  },
  {
    id: 'added',
    header: 'Added',
    width: '7.5rem',
    showFrom: 'medium',
    cell: ({ createdAt }) => <Muted>{formatDate(createdAt)}</Muted>,
  },
  {
    id: 'size',
    header: 'Size',
    width: '6rem',
    align: 'end',
    showFrom: 'medium',
    cell: ({ size }) => <Muted>{formatSize(size)}</Muted>,
  },
  {
    id: 'download',
    header: 'Download',
    width: '7rem',
    showFrom: 'medium',
    cell: (file) => <DownloadCell file={file} actor={actor} />,
  },
];

const Muted = ({ title, children }: { title?: string; children: ReactNode }) => (
  <span title={title} className="text-ink-muted">
    {children}
  </span>
);

const VIEW_COLUMN: TableColumn<File> = {
  id: 'view',
  header: 'View',
  hideHeader: true,
  width: '5.25rem',
  align: 'end',
  showFrom: 'medium',
  cell: ({ id }) => (
    <ButtonLink href={`/file/${id}`} variant="ghost" size="small">
      View
    </ButtonLink>
  ),
};

/** Shows whether the viewer may download the file, or the switch to those who may change it. Only the exception has a color. */
function DownloadCell({ file, actor }: { file: File; actor: Actor }) {
  if (filePolicy.setAllowDownload(actor, file)) return <AllowDownloadSwitch file={file} compact />;
  if (areBytesWithheld(actor, file)) return <Muted>Withheld</Muted>;
  if (filePolicy.download(actor, file)) return <Muted>Available</Muted>;
  // This is no exception for a visitor who may download nothing.
  return <Badge tone={file.allowDownload ? 'neutral' : 'warning'}>Restricted</Badge>;
}
