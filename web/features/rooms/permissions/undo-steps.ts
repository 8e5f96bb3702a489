import type { ChangedCell, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { isRefusal } from '#web/features/errors/is-refusal.ts';
import { ApiError } from '#web/lib/http/api-error.ts';

export interface UndoStep {
  /** An attempt was refused since somebody else had changed the same; the next one replaces what is shown by then. */
  readonly isConflict?: true;
}

/** Returns what is left of a step whose attempt failed, and nothing where another attempt would fail in the same way. */
export function stepAfterFailure<Step extends UndoStep>(step: Step, error: unknown): Step | undefined {
  if (!(error instanceof Error) || isRefusal(error)) return undefined;
  if (!(error instanceof ApiError) || error.status !== 409) return step;
  return step.isConflict ? undefined : { ...step, isConflict: true };
}

/** Returns the cells with the versions of the rows that are shown. */
export function withShownVersions(
  cells: readonly ChangedCell[],
  rows: readonly { row: PermissionRow }[],
): ChangedCell[] {
  const versions = new Map(rows.map(({ row }) => [`${row.kind}-${row.id}`, row.version]));
  return cells.map((cell) => ({ ...cell, version: versions.get(`${cell.kind}-${cell.id}`) ?? cell.version }));
}
