import FolderIcon from 'lucide-react/icons/folder';
import { type ReactNode, useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import type { Folder } from '#shared/contracts/folders.ts';
import { formatDate } from '#shared/domain/format.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { Table } from '#web/ui/lists/table.tsx';
import type { TableColumn } from '#web/ui/lists/table-column.ts';
import { DraftBadge } from './draft-badge.tsx';
import { getFolderDragAndDrop, useAttachDragAndDrop } from './drag-and-drop/drag-and-drop.ts';

interface FolderTableProps {
  folders: readonly Folder[];
  renderActions: (folder: Folder) => ReactNode;
}

export function FolderTable({ folders, renderActions }: FolderTableProps) {
  const [, navigate] = useLocation();
  const actor = useActor();
  const attach = useAttachDragAndDrop();
  const attachRow = useCallback(
    (folder: Folder, row: HTMLElement) => attach(row, getFolderDragAndDrop(actor, folder)),
    [attach, actor],
  );
  const columns: readonly TableColumn<Folder>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: ({ id, name, publishedAt }) => (
        <Link
          href={`/folder/${id}`}
          title={name}
          draggable={false}
          className="flex items-center gap-2 rounded-sm"
        >
          <FolderIcon size={16} className="shrink-0 text-accent-ink" />
          <span className="truncate font-medium">{name}</span>
          <DraftBadge publishedAt={publishedAt} />
        </Link>
      ),
    },
    {
      id: 'created',
      header: 'Created',
      width: '8rem',
      hideWhenNarrow: true,
      cell: ({ createdAt }) => formatDate(createdAt),
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
      columns={columns}
      rows={folders}
      rowKey={({ id }) => id}
      attachRow={attachRow}
      onRowClick={({ id }) => navigate(`/folder/${id}`)}
    />
  );
}
