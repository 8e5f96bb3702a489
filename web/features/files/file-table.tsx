import FileText from 'lucide-react/icons/file-text';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import { useAttachDragAndDrop } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import type { DragItems } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { useCommands } from '#web/lib/commands/commands.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import { buildFileColumns, type FileAction } from './file-columns.tsx';
import type { FileSelection } from './file-selection.ts';
import { type FileSortOrder, sortFiles } from './sort-files.ts';

const BulkActionsBar = lazy(async () => ({
  default: (await import('./bulk-actions-bar.tsx')).BulkActionsBar,
}));
const DeleteFileDialog = lazy(async () => ({
  default: (await import('./dialogs/delete-file-dialog.tsx')).DeleteFileDialog,
}));
const MoveFileDialog = lazy(async () => ({
  default: (await import('./dialogs/move-file-dialog.tsx')).MoveFileDialog,
}));
const RenameFileDialog = lazy(async () => ({
  default: (await import('./dialogs/rename-file-dialog.tsx')).RenameFileDialog,
}));

type OpenDialog = { action: FileAction; file: File };

interface FileTableProps {
  label: string;
  files: readonly File[];
  /** Id of the file in the preview. */
  selectedId: number | null;
  /** Receives `null` when the selected file was removed. */
  onSelect: (id: number | null) => void;
  selection: FileSelection;
  /** Action shown in the empty state. */
  emptyAction?: ReactNode;
}

export function FileTable(props: FileTableProps) {
  const { label, files, selectedId, onSelect, selection, emptyAction } = props;
  const actor = useActor();
  const box = useRef<HTMLDivElement>(null);
  const preferred = usePreferences().fileSortOrder;
  const [sortedBy, setSortedBy] = useState<FileSortOrder | null>(null);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const order = sortedBy ?? preferred;
  const rows = useMemo(() => sortFiles(files, order), [files, order]);
  const select = (file: File) => onSelect(file.id);
  const columns = buildFileColumns({
    actor,
    order,
    onSort: setSortedBy,
    onSelect: select,
    onAction: (action, file) => setOpenDialog({ action, file }),
  });
  const selectedFiles = useMemo(() => rows.filter(({ id }) => selection.ids.has(id)), [rows, selection.ids]);
  useCommands(
    files.length > 0
      ? [{ label: selection.isActive ? 'Exit Select' : 'Select Multiple', key: 's', run: selection.toggle }]
      : [],
  );
  const attachRow = useRowDragging(actor, selectedFiles);
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignores Escape from a menu or dialog outside the table.
    if (event.key !== 'Escape' || !selection.isActive || event.defaultPrevented) return;
    if (event.target instanceof Element && event.currentTarget.contains(event.target)) selection.toggle();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what the rows in it do not take
    <div ref={box} tabIndex={-1} onKeyDown={onKeyDown} className="outline-none">
      <Suspense>
        {selection.isActive && files.length > 0 && (
          <BulkActionsBar
            files={selectedFiles}
            onClear={() => {
              selection.change(new Set());
              // Keeps the focus that the removed bar would lose.
              box.current?.focus({ preventScroll: true });
            }}
            onDeleted={(deleted) => deleted.some(({ id }) => id === selectedId) && onSelect(null)}
          />
        )}
      </Suspense>
      {files.length > 0 ? (
        <Table
          {...{ label, columns, rows }}
          rowKey={(file) => file.id}
          onRowClick={select}
          activeKey={selectedId}
          selection={{
            isActive: selection.isActive,
            keys: selection.ids,
            onChange: selection.change,
            rowLabel: ({ name }) => name,
          }}
          attachRow={attachRow}
          hasTwoLineRows
        />
      ) : (
        <EmptyState
          icon={FileText}
          title="No files found"
          description="Upload your first file to get started"
          action={emptyAction}
        />
      )}
      <FileActionDialog
        openDialog={openDialog}
        onClose={() => setOpenDialog(null)}
        onDeleted={({ id }) => id === selectedId && onSelect(null)}
      />
    </div>
  );
}

interface FileActionDialogProps {
  openDialog: OpenDialog | null;
  onClose: () => void;
  onDeleted: (file: File) => void;
}

/** Renders the dialog of the action chosen from a row's menu. */
function FileActionDialog({ openDialog, onClose, onDeleted }: FileActionDialogProps) {
  if (!openDialog) return null;
  const { action, file } = openDialog;
  return (
    <Suspense>
      {action === 'rename' && <RenameFileDialog {...{ file, onClose }} />}
      {action === 'move' && <MoveFileDialog {...{ file, onClose }} />}
      {action === 'delete' && <DeleteFileDialog {...{ file, onClose, onDeleted }} />}
    </Suspense>
  );
}

/** Makes rows draggable; dragging a selected row drags the whole selection. */
function useRowDragging(actor: Actor, selectedFiles: readonly File[]) {
  const attach = useAttachDragAndDrop();
  const selectedDragItems = useMemo(() => toDragItems(actor, selectedFiles), [actor, selectedFiles]);
  return (file: File, row: HTMLElement) =>
    attach(row, {
      source: selectedFiles.includes(file) ? selectedDragItems : toDragItems(actor, [file]),
    });
}

/** Returns the drag items of these files, or null when the actor may not move one of them. */
function toDragItems(actor: Actor, files: readonly File[]): DragItems | null {
  return files.every((file) => filePolicy.move(actor, file)) ? { folders: [], files } : null;
}
