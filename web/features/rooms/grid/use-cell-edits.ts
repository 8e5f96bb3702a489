import { useState } from 'react';
import type { ChangedCell, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { useUpdatePermissions } from '../api.ts';
import type { CellEdit } from '../permission-grid.tsx';
import type { CellAccess } from './cell-access.ts';

interface CopiedColumn {
  /** The cells as they were. */
  cells: readonly ChangedCell[];
}

/** The cell to save. Rights are of folders, and only levels can be drafts. */
function cellOf({ kind, id }: PermissionRow, access: CellAccess | null, isDraft: boolean) {
  const { level = null, mayAdd = false, mayManage = false } = access ?? {};
  const hasRights = kind === 'folder' && !(isDraft && !mayAdd && !mayManage);
  return { kind, id, level, ...(hasRights && { mayAdd, mayManage }) };
}

/** Saves changes of cells, as drafts or at once; those that count at once can be undone one by one. */
export function useCellEdits(roomId: number, rows: readonly { row: PermissionRow }[], isDraft: boolean) {
  const [undoable, setUndoable] = useState<readonly (CellEdit | CopiedColumn)[]>([]);
  const update = useUpdatePermissions(roomId);
  const save = ({ row, groupId, access }: CellEdit, draft = false) =>
    update.mutateAsync({
      cells: [{ ...cellOf(row, access, draft), groupId, version: row.version }],
      draft,
    });
  async function edit(change: CellEdit) {
    const cell = change.row.cells.find(({ groupId }) => groupId === change.groupId);
    const before = cell === undefined || cell.inherited ? null : cell;
    const [row] = await save(change, isDraft).catch(() => []);
    if (row && !isDraft) setUndoable((edits) => [...edits, { ...change, row, access: before }]);
  }
  async function undo() {
    const last = undoable.at(-1);
    if (!last) return;
    setUndoable(undoable.slice(0, -1));
    if ('cells' in last) {
      await update.mutateAsync({ cells: last.cells, draft: false }).catch(() => []);
      return;
    }
    const shown = rows.find(({ row }) => row.kind === last.row.kind && row.id === last.row.id)?.row;
    await save({ ...last, row: shown ?? last.row }).catch(() => []);
  }
  return {
    edit,
    undo,
    canUndo: undoable.length > 0 && !update.isPending,
    noteCopied(cells: readonly ChangedCell[]) {
      if (cells.length > 0) setUndoable((edits) => [...edits, { cells }]);
    },
  };
}
