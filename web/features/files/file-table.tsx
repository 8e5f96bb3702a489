import FileText from 'lucide-react/icons/file-text';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Actor } from '#shared/policies/actor.ts';
import { filePolicy } from '#shared/policies/files.ts';
import { useActor } from '#web/features/accounts/actor.ts';
import { usePreferences } from '#web/features/accounts/preferences.ts';
import type { DraggedItems } from '#web/features/folders/drag-and-drop/drag-items.ts';
import { useAttachDragging } from '#web/features/folders/drag-and-drop/drag-and-drop.ts';
import { useCommands } from '#web/lib/commands/commands.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import { type FileDeed, fileColumns } from './file-columns.tsx';
import type { FileSelection } from './file-selection.ts';
import { type FileSortOrder, sortFiles } from './sort-files.ts';

const BulkBar = lazy(async () => ({ default: (await import('./bulk-actions-bar.tsx')).BulkBar }));
const DeleteFileDialog = lazy(async () => ({
  default: (await import('./dialogs/delete-file-dialog.tsx')).DeleteFileDialog,
}));
const MoveFileDialog = lazy(async () => ({
  default: (await import('./dialogs/move-file-dialog.tsx')).MoveFileDialog,
}));
const RenameFileDialog = lazy(async () => ({
  default: (await import('./dialogs/rename-file-dialog.tsx')).RenameFileDialog,
}));

interface FileTableProps {
  label: string;
  files: readonly File[];
  /** The file whose preview is open. */
  selectedId: number | null;
  /** `null` when the file that was selected is gone. */
  onSelect: (id: number | null) => void;
  selection: FileSelection;
  /** What to do about having no files. */
  emptyAction?: ReactNode;
}

export function FileTable(props: FileTableProps) {
  const { label, files, selectedId, onSelect, selection, emptyAction } = props;
  const actor = useActor();
  const box = useRef<HTMLDivElement>(null);
  const preferred = usePreferences().fileSortOrder;
  const [sortedBy, setSortedBy] = useState<FileSortOrder | null>(null);
  const [asked, setAsked] = useState<{ deed: FileDeed; file: File } | null>(null);
  const order = sortedBy ?? preferred;
  const rows = useMemo(() => sortFiles(files, order), [files, order]);
  const select = (file: File) => onSelect(file.id);
  const columns = fileColumns({
    actor,
    order,
    onSort: setSortedBy,
    onSelect: select,
    onAsk: (deed, file) => setAsked({ deed, file }),
  });
  const chosen = useMemo(() => rows.filter(({ id }) => selection.ids.has(id)), [rows, selection.ids]);
  useCommands(
    files.length > 0
      ? [{ label: selection.isOn ? 'Exit Select' : 'Select Multiple', key: 's', run: selection.toggle }]
      : [],
  );
  const attach = useAttachDragging();
  const chosenSource = useMemo(() => sourceOf(actor, chosen), [actor, chosen]);
  const attachRow = (file: File, row: HTMLElement) =>
    attach(row, { source: selection.ids.has(file.id) ? chosenSource : sourceOf(actor, [file]) });
  const onKeyDown = (event: KeyboardEvent) => {
    // Not the Escape of a menu or dialog that stands elsewhere on the page.
    if (event.key !== 'Escape' || !selection.isOn || event.defaultPrevented) return;
    if (event.target instanceof Element && event.currentTarget.contains(event.target)) selection.toggle();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what the rows in it do not take
    <div ref={box} tabIndex={-1} onKeyDown={onKeyDown} className="outline-none">
      <Suspense>
        {selection.isOn && files.length > 0 && (
          <BulkBar
            files={chosen}
            onClear={() => {
              selection.change(new Set());
              // The bar goes away, and the focus that was in it must not be lost.
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
          currentKey={selectedId}
          selection={{
            isOn: selection.isOn,
            keys: selection.ids,
            onChange: selection.change,
            rowLabel: ({ name }) => name,
          }}
          attachRow={attachRow}
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
        {asked?.deed === 'rename' && <RenameFileDialog file={asked.file} onClose={() => setAsked(null)} />}
        {asked?.deed === 'move' && <MoveFileDialog file={asked.file} onClose={() => setAsked(null)} />}
        {asked?.deed === 'delete' && (
          <DeleteFileDialog
            file={asked.file}
            onClose={() => setAsked(null)}
            onDeleted={({ id }) => id === selectedId && onSelect(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** What is dragged: all of the files, or nothing when one of them may not be moved. */
function sourceOf(actor: Actor, files: readonly File[]): DraggedItems | null {
  return files.every((file) => filePolicy.move(actor, file)) ? { folders: [], files } : null;
}
