import type { File } from '#shared/contracts/files.ts';
import { formatDate, formatSize } from '#shared/domain/format.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { AllowDownloadSwitch } from './allow-download-switch.tsx';
import { FileMenu } from './file-menu.tsx';
import { FileNameCell } from './file-name-cell.tsx';
import { type FileSortOrder, getNextSortOrder, getSortDirection, type SortColumn } from './sort-files.ts';

export type FileAction = 'rename' | 'move' | 'delete';

interface FileColumnsOptions {
  actor: Actor;
  order: FileSortOrder;
  onSort: (order: FileSortOrder) => void;
  onSelect: (file: File) => void;
  onAction: (action: FileAction, file: File) => void;
}

export function buildFileColumns(options: FileColumnsOptions): TableColumn<File>[] {
  const { actor, order, onSort, onSelect, onAction } = options;
  const sort = (column: SortColumn) => ({
    direction: getSortDirection(column, order),
    onChange: () => onSort(getNextSortOrder(column, order)),
  });
  return [
    {
      id: 'name',
      header: 'Name',
      sort: sort('name'),
      cell: (file) => <FileNameCell file={file} onSelect={() => onSelect(file)} />,
    },
    {
      id: 'added',
      header: 'Added',
      width: '8.25rem',
      hideWhenNarrow: true,
      sort: sort('date'),
      cell: ({ createdAt }) => <span className="text-ink-muted">{formatDate(createdAt)}</span>,
    },
    {
      id: 'size',
      header: 'Size',
      width: '6rem',
      align: 'end',
      hideWhenNarrow: true,
      sort: sort('size'),
      cell: ({ size }) => <span className="text-ink-muted">{formatSize(size)}</span>,
    },
    {
      id: 'download',
      header: 'Download',
      width: '7rem',
      hideWhenNarrow: true,
      cell: (file) => <DownloadCell file={file} actor={actor} />,
    },
    VIEW_COLUMN,
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      width: '4.25rem',
      align: 'end',
      cell: (file) => (
        <FileMenu
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

const VIEW_COLUMN: TableColumn<File> = {
  id: 'view',
  header: 'View',
  hideHeader: true,
  width: '5.25rem',
  align: 'end',
  hideWhenNarrow: true,
  cell: ({ id }) => (
    <ButtonLink href={`/file/${id}`} variant="ghost" size="small">
      View
    </ButtonLink>
  ),
};

/** Shows whether the viewer may download the file, or the switch to those who may change it. Only the exception has a color. */
function DownloadCell({ file, actor }: { file: File; actor: Actor }) {
  if (filePolicy.setAllowDownload(actor)) return <AllowDownloadSwitch file={file} compact />;
  if (filePolicy.download(actor, file)) return <span className="text-ink-muted">Available</span>;
  // For a visitor who may download nothing, this is no exception.
  return <Badge tone={file.allowDownload ? 'neutral' : 'warning'}>Restricted</Badge>;
}
