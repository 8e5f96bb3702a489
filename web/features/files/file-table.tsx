import FileText from 'lucide-react/icons/file-text';
import { type ReactNode, useMemo, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { formatDate, formatSize } from '#shared/domain/format.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/auth/current-user.ts';
import { usePreferences } from '#web/features/auth/preferences.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { AllowDownloadSwitch } from './allow-download-switch.tsx';
import { DeleteFileDialog } from './delete-file-dialog.tsx';
import { FileMenu } from './file-menu.tsx';
import { FileName } from './file-name.tsx';
import { MoveFileDialog } from './move-file-dialog.tsx';
import { directionOf, type FileSortOrder, nextOrder, type SortColumn, sortFiles } from './sort-files.ts';

interface FileTableProps {
  label: string;
  files: readonly File[];
  /** The file whose preview is open. */
  selectedId: number | null;
  /** `null` when the file that was selected is gone. */
  onSelect: (id: number | null) => void;
  /** What to do about having no files. */
  emptyAction?: ReactNode;
}

export function FileTable({ label, files, selectedId, onSelect, emptyAction }: FileTableProps) {
  const preferred = usePreferences().fileSortOrder;
  const [chosen, setChosen] = useState<FileSortOrder | null>(null);
  const [asked, setAsked] = useState<{ kind: 'move' | 'delete'; file: File } | null>(null);
  const actor = useActor();
  const order = chosen ?? preferred;
  const rows = useMemo(() => sortFiles(files, order), [files, order]);

  if (files.length === 0) {
    return (
      <EmptyState
        icon={FileText}
        title="No files found"
        description="Upload your first file to get started"
        action={emptyAction}
      />
    );
  }

  const sort = (column: SortColumn) => ({
    direction: directionOf(column, order),
    onChange: () => setChosen(nextOrder(column, order)),
  });
  const columns: TableColumn<File>[] = [
    {
      id: 'name',
      header: 'Name',
      sort: sort('name'),
      cell: (file) => <FileName file={file} onSelect={() => onSelect(file.id)} />,
    },
    {
      id: 'added',
      header: 'Added',
      width: '7.5rem',
      secondary: true,
      sort: sort('date'),
      cell: (file) => <span className="text-ink-muted">{formatDate(file.createdAt)}</span>,
    },
    {
      id: 'size',
      header: 'Size',
      width: '6rem',
      align: 'end',
      secondary: true,
      sort: sort('size'),
      cell: (file) => <span className="text-ink-muted">{formatSize(file.size)}</span>,
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
          <DownloadBadge allowed={file.allowDownload} />
        ),
    },
    {
      id: 'view',
      header: 'View',
      hideHeader: true,
      width: '4.5rem',
      align: 'end',
      secondary: true,
      cell: (file) => (
        <ButtonLink href={`/file/${file.id}`} variant="ghost" size="small">
          View
        </ButtonLink>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      hideHeader: true,
      width: '4rem',
      align: 'end',
      cell: (file) => (
        <FileMenu
          file={file}
          onPreview={() => onSelect(file.id)}
          onMove={() => setAsked({ kind: 'move', file })}
          onDelete={() => setAsked({ kind: 'delete', file })}
        />
      ),
    },
  ];

  return (
    <>
      <Table
        {...{ label, columns, rows }}
        rowKey={(file) => file.id}
        onRowClick={(file) => onSelect(file.id)}
        currentKey={selectedId}
      />
      {asked?.kind === 'move' && <MoveFileDialog file={asked.file} onClose={() => setAsked(null)} />}
      {asked?.kind === 'delete' && (
        <DeleteFileDialog
          file={asked.file}
          onClose={() => setAsked(null)}
          onDeleted={() => asked.file.id === selectedId && onSelect(null)}
        />
      )}
    </>
  );
}

function DownloadBadge({ allowed }: { allowed: boolean }) {
  return allowed ? <Badge tone="success">Available</Badge> : <Badge>Restricted</Badge>;
}
