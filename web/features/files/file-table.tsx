import FileText from 'lucide-react/icons/file-text';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { useCommands } from '#web/lib/commands/commands.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { useStableCallback } from '#web/ui/lists/stable-callback.ts';
import { Table } from '#web/ui/lists/table.tsx';
import type { LinkFilesDialog } from './bulk-actions-bar.tsx';
import { buildFileColumns, type FileAction } from './file-columns.tsx';
import { type FileListLayout, useFileListLayout } from './file-list-layout.ts';
import type { FileSelection } from './file-selection.ts';
import type { SortedFiles } from './order/sorted-files.ts';
import { useRowDragging } from './row-dragging.ts';
import { type FileSortOrder, isNumbered } from './sort-files.ts';

const BulkActionsBar = lazy(async () => ({
  default: (await import('./bulk-actions-bar.tsx')).BulkActionsBar,
}));
const DeleteFileDialog = lazy(async () => ({
  default: (await import('./dialogs/delete-files-dialog.tsx')).DeleteFileDialog,
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
  files: SortedFiles;
  /** Id of the file in the preview. */
  selectedId: number | null;
  /** Receives `null` when the selected file was removed. */
  onSelect: (id: number | null) => void;
  selection: FileSelection;
  LinkDialog: LinkFilesDialog;
  /** Action shown in the empty state. */
  emptyAction?: ReactNode;
  /** An empty list takes little room, since the page has something else to show. */
  isCompactWhenEmpty?: boolean;
}

export function FileTable(props: FileTableProps) {
  const { label, files, selectedId, onSelect, selection, emptyAction, isCompactWhenEmpty = false } = props;
  const actor = useActor();
  const box = useRef<HTMLDivElement>(null);
  const { rows, order, setOrder } = files;
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const select = useStableCallback(({ id }: File) => onSelect(id));
  const layout = useFileListLayout();
  const columns = useFileColumns(rows, { order, setOrder, select, setOpenDialog, layout });
  const selectedFiles = useMemo(() => rows.filter(({ id }) => selection.ids.has(id)), [rows, selection.ids]);
  useSelectCommand(selection, rows.length > 0);
  const attachRow = useRowDragging(actor, selectedFiles);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what the rows in it do not take
    <div
      ref={box}
      tabIndex={-1}
      onKeyDown={(event) => exitSelectionOnEscape(event, selection)}
      className="outline-none"
    >
      <Suspense>
        {selection.isActive && rows.length > 0 && (
          <BulkActionsBar
            files={selectedFiles}
            LinkDialog={props.LinkDialog}
            onClear={() => {
              selection.change(new Set());
              // Keeps the focus that the removed bar would lose.
              box.current?.focus({ preventScroll: true });
            }}
            onDeselect={selection.deselect}
            onDeleted={(deleted) => deleted.some(({ id }) => id === selectedId) && onSelect(null)}
          />
        )}
      </Suspense>
      {rows.length > 0 ? (
        <Table
          {...{ label, columns, rows }}
          rowKey={(file) => file.id}
          onRowClick={select}
          activeKey={selectedId}
          selection={toRowSelection(selection)}
          attachRow={attachRow}
          hasTwoLineRows
          isCompact={layout.isCompact}
        />
      ) : (
        <NoFiles action={emptyAction} compact={isCompactWhenEmpty} />
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

function NoFiles({ action, compact }: { action: ReactNode; compact: boolean }) {
  return (
    <EmptyState
      icon={FileText}
      title="No files found"
      compact={compact}
      // Visitors cannot upload.
      description={action ? 'Upload your first file to get started' : undefined}
      action={action}
    />
  );
}

const toRowSelection = ({ isActive, ids, change }: FileSelection) => ({
  isActive,
  keys: ids,
  onChange: change,
  rowLabel: ({ name }: File) => name,
});

interface FileColumnsOptions {
  order: FileSortOrder;
  setOrder: (order: FileSortOrder) => void;
  select: (file: File) => void;
  setOpenDialog: (dialog: OpenDialog) => void;
  layout: FileListLayout;
}

function useFileColumns(
  rows: readonly File[],
  { order, setOrder, select, setOpenDialog, layout }: FileColumnsOptions,
) {
  const actor = useActor();
  const hasNumbers = useMemo(() => rows.some(isNumbered), [rows]);
  // The same columns until one of them changes: otherwise each selected file would render all rows in view again.
  return useMemo(
    () =>
      buildFileColumns({
        actor,
        order,
        onSort: setOrder,
        onSelect: select,
        onAction: (action, file) => setOpenDialog({ action, file }),
        layout,
        hasNumbers,
      }),
    [actor, order, setOrder, select, setOpenDialog, layout, hasNumbers],
  );
}

function useSelectCommand({ isActive, toggle }: FileSelection, hasFiles: boolean): void {
  useCommands(
    hasFiles ? [{ label: isActive ? 'Exit Select' : 'Select Multiple', key: 's', run: toggle }] : [],
  );
}

function exitSelectionOnEscape(event: KeyboardEvent, { isActive, toggle }: FileSelection): void {
  if (event.key !== 'Escape' || !isActive || event.defaultPrevented) return;
  // Ignores Escape from a menu or dialog, which React passes on although it is outside the table.
  if (event.target instanceof Element && event.currentTarget.contains(event.target)) toggle();
}
