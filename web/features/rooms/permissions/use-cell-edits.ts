import { useRef, useState } from 'react';
import type { ChangedCell, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import type { CellAccess } from './cell-access.ts';
import { type CopyResult, useUpdatePermissions } from './permissions-api.ts';
import { stepAfterFailure, type UndoStep, withShownVersions } from './undo-steps.ts';

export interface CellEdit {
  row: PermissionRow;
  groupId: number;
  /** `null` inherits. */
  access: CellAccess | null;
}

interface ChangedCells {
  /** The cells as they were. */
  cells: readonly ChangedCell[];
  placeholders?: CopyResult['placeholders'];
}

/** The cell to save. Rights are of folders, and only levels can be drafts. */
function cellOf({ kind, id }: PermissionRow, access: CellAccess | null, isDraft: boolean) {
  const { level = null, mayAdd = false, mayManage = false } = access ?? {};
  const hasRights = kind === 'folder' && !(isDraft && !mayAdd && !mayManage);
  return { kind, id, level, ...(hasRights && { mayAdd, mayManage }) };
}

/** Returns what a cell has of its own; `null` if it inherits. */
function ownAccessOf(row: PermissionRow, groupId: number): CellAccess | null {
  const cell = row.cells.find((each) => each.groupId === groupId);
  return cell === undefined || cell.inherited ? null : cell;
}

/** Returns the cells as they were before the rows were changed, for the versions that the rows have since. */
function cellsBefore(
  rows: readonly PermissionRow[],
  groupIds: readonly number[],
  changed: readonly PermissionRow[],
): ChangedCell[] {
  const versions = new Map(changed.map(({ kind, id, version }) => [`${kind}-${id}`, version]));
  return rows.flatMap((row) => {
    const version = versions.get(`${row.kind}-${row.id}`) ?? row.version;
    return groupIds.map((groupId) => ({
      ...cellOf(row, ownAccessOf(row, groupId), false),
      groupId,
      version,
    }));
  });
}

const keyOf = ({ kind, id, version }: PermissionRow): string => `${kind}-${id}-${version}`;
const isSameCell = (one: CellEdit, other: CellEdit): boolean =>
  one.groupId === other.groupId && one.row.kind === other.row.kind && one.row.id === other.row.id;

/**
 * Runs edits one after another: the arrow keys change a cell faster than it is saved. An edit that another one of its cell
 * follows is left out, and one of a row that was saved meanwhile follows on what was saved.
 */
function useEditQueue(save: (edit: CellEdit) => Promise<PermissionRow | undefined>) {
  const waiting = useRef<CellEdit[]>([]);
  const renewed = useRef(new Map<string, PermissionRow>());
  const last = useRef(Promise.resolve());
  const run = async (asked: CellEdit) => {
    waiting.current = waiting.current.filter((each) => each !== asked);
    if (waiting.current.some((later) => isSameCell(asked, later))) return;
    const row = renewed.current.get(keyOf(asked.row)) ?? asked.row;
    const saved = await save({ ...asked, row });
    if (saved) for (const before of [asked.row, row]) renewed.current.set(keyOf(before), saved);
    // The rows on screen are those that were saved.
    if (waiting.current.length === 0) renewed.current.clear();
  };
  return (edit: CellEdit): Promise<void> => {
    waiting.current.push(edit);
    last.current = last.current.then(() => run(edit));
    return last.current;
  };
}

/** Saves changes of cells, as drafts or at once; those that count at once can be undone one by one. */
export function useCellEdits(roomId: number, rows: readonly { row: PermissionRow }[], isDraft: boolean) {
  const [undoable, setUndoable] = useState<readonly (UndoStep & (CellEdit | ChangedCells))[]>([]);
  const update = useUpdatePermissions(roomId);
  const save = ({ row, groupId, access }: CellEdit, draft = false) =>
    update.mutateAsync({
      cells: [{ ...cellOf(row, access, draft), groupId, version: row.version }],
      draft,
    });
  const edit = useEditQueue(async (change) => {
    const before = ownAccessOf(change.row, change.groupId);
    const [row] = await save(change, isDraft).catch(() => []);
    if (row && !isDraft) setUndoable((edits) => [...edits, { ...change, row, access: before }]);
    return row;
  });
  /** Sets the same in many rows, all or none; undone as one change. Returns whether it was saved. */
  async function setMany(
    chosen: readonly PermissionRow[],
    groupIds: readonly number[],
    access: CellAccess | null,
  ): Promise<boolean> {
    const cells = chosen.flatMap((row) =>
      groupIds.map((groupId) => ({ ...cellOf(row, access, isDraft), groupId, version: row.version })),
    );
    const changed = await update.mutateAsync({ cells, draft: isDraft }).catch(() => undefined);
    if (!changed) return false;
    if (!isDraft) setUndoable((edits) => [...edits, { cells: cellsBefore(chosen, groupIds, changed) }]);
    return true;
  }
  const findShown = ({ kind, id }: PermissionRow) =>
    rows.find(({ row }) => row.kind === kind && row.id === id)?.row;
  async function undo() {
    const last = undoable.at(-1);
    if (!last) return;
    const leave = (left?: typeof last) =>
      setUndoable((edits) => edits.flatMap((each) => (each === last ? (left ?? []) : each)));
    const undone =
      'cells' in last
        ? update.mutateAsync({
            cells: last.isConflict ? withShownVersions(last.cells, rows) : last.cells,
            draft: false,
            placeholders: last.placeholders,
          })
        : save({ ...last, row: findShown(last.row) ?? last.row });
    await undone.then(
      () => leave(),
      (error) => leave(stepAfterFailure(last, error)),
    );
  }
  return {
    edit,
    setMany,
    isSaving: update.isPending,
    undo,
    canUndo: undoable.length > 0 && !update.isPending,
    noteCopied({ undo: cells, placeholders = [] }: CopyResult) {
      if (cells.length + placeholders.length > 0) setUndoable((edits) => [...edits, { cells, placeholders }]);
    },
  };
}
