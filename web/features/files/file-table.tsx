import FileText from 'lucide-react/icons/file-text';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { useActor } from '#web/features/auth/actor.ts';
import { usePreferences } from '#web/features/auth/preferences.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table } from '#web/ui/table.tsx';
import { type FileDeed, fileColumns } from './file-columns.tsx';
import { type FileSortOrder, sortFiles } from './sort-files.ts';

const DeleteFileDialog = lazy(async () => ({
  default: (await import('./delete-file-dialog.tsx')).DeleteFileDialog,
}));
const MoveFileDialog = lazy(async () => ({
  default: (await import('./move-file-dialog.tsx')).MoveFileDialog,
}));

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
  const actor = useActor();
  const preferred = usePreferences().fileSortOrder;
  const [chosen, setChosen] = useState<FileSortOrder | null>(null);
  const [asked, setAsked] = useState<{ deed: FileDeed; file: File } | null>(null);
  const order = chosen ?? preferred;
  const rows = useMemo(() => sortFiles(files, order), [files, order]);
  const select = (file: File) => onSelect(file.id);
  const columns = fileColumns({
    actor,
    order,
    onSort: setChosen,
    onSelect: select,
    onAsk: (deed, file) => setAsked({ deed, file }),
  });

  return (
    <>
      {files.length > 0 ? (
        <Table
          {...{ label, columns, rows }}
          rowKey={(file) => file.id}
          onRowClick={select}
          currentKey={selectedId}
          twoLines
        />
      ) : (
        <EmptyState
          icon={FileText}
          title="No files found"
          description="Upload your first file to get started"
          action={emptyAction}
        />
      )}
      <Suspense>
        {asked?.deed === 'move' && <MoveFileDialog file={asked.file} onClose={() => setAsked(null)} />}
        {asked?.deed === 'delete' && (
          <DeleteFileDialog
            file={asked.file}
            onClose={() => setAsked(null)}
            onDeleted={({ id }) => id === selectedId && onSelect(null)}
          />
        )}
      </Suspense>
    </>
  );
}
