import type { File } from '#shared/contracts/files.ts';
import { formatDate, formatSize } from '#shared/domain/format.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { ButtonLink } from '#web/ui/buttons/button-link.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { AllowDownloadSwitch } from './allow-download-switch.tsx';
import { FileMenu } from './file-menu.tsx';
import { FileName } from './file-name-cell.tsx';
import { directionOf, type FileSortOrder, nextOrder, type SortColumn } from './sort-files.ts';

export type FileDeed = 'rename' | 'move' | 'delete';

interface FileColumnsOptions {
  actor: Actor;
  order: FileSortOrder;
  onSort: (order: FileSortOrder) => void;
  onSelect: (file: File) => void;
  onAsk: (deed: FileDeed, file: File) => void;
}

export function fileColumns({
  actor,
  order,
  onSort,
  onSelect,
  onAsk,
}: FileColumnsOptions): TableColumn<File>[] {
  const sort = (column: SortColumn) => ({
    direction: directionOf(column, order),
    onChange: () => onSort(nextOrder(column, order)),
  });
  return [
    {
      id: 'name',
      header: 'Name',
      sort: sort('name'),
      cell: (file) => <FileName file={file} onSelect={() => onSelect(file)} />,
    },
    {
      id: 'added',
      header: 'Added',
      width: '7.25rem',
      secondary: true,
      sort: sort('date'),
      cell: ({ createdAt }) => <span className="text-ink-muted">{formatDate(createdAt)}</span>,
    },
    {
      id: 'size',
      header: 'Size',
      width: '6rem',
      align: 'end',
      secondary: true,
      sort: sort('size'),
      cell: ({ size }) => <span className="text-ink-muted">{formatSize(size)}</span>,
    },
    {
      id: 'download',
      header: 'Download',
      width: '6.5rem',
      secondary: true,
      cell: (file) =>
        filePolicy.setAllowDownload(actor) ? (
          <AllowDownloadSwitch file={file} compact />
        ) : (
          <Badge tone={file.allowDownload ? 'success' : 'neutral'}>
            {file.allowDownload ? 'Available' : 'Restricted'}
          </Badge>
        ),
    },
    {
      id: 'view',
      header: 'View',
      hideHeader: true,
      width: '5.25rem',
      align: 'end',
      secondary: true,
      cell: ({ id }) => (
        <ButtonLink href={`/file/${id}`} variant="ghost" size="small">
          View
        </ButtonLink>
      ),
    },
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
          onRename={() => onAsk('rename', file)}
          onMove={() => onAsk('move', file)}
          onDelete={() => onAsk('delete', file)}
        />
      ),
    },
  ];
}
