import { useQueries } from '@tanstack/react-query';
import type { PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { permissionsQuery } from './permissions-api.ts';

/** A row of the grid: a folder or file at its depth below the top of the room. */
export interface TreeRow {
  readonly row: PermissionRow;
  readonly depth: number;
  readonly isOpen: boolean;
}

interface PermissionRows {
  /** Undefined until the top is loaded. */
  readonly rows: readonly TreeRow[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Loads the folders and files of a room level by level: the top, and what is inside the open folders. */
export function usePermissionRows(roomId: number, open: ReadonlySet<number>): PermissionRows {
  const parents = [roomId, ...open];
  const queries = useQueries({ queries: parents.map((id) => permissionsQuery(roomId, id)) });
  const byParent = new Map(parents.map((id, at) => [id, queries[at]?.data]));
  const top = byParent.get(roomId);
  return {
    rows: top && flatten(top, byParent, open),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all(queries.map((query) => query.refetch())),
  };
}

/** Lists the rows in the order of the tree, those of open folders below them. */
function flatten(
  rows: readonly PermissionRow[],
  byParent: ReadonlyMap<number, readonly PermissionRow[] | undefined>,
  open: ReadonlySet<number>,
  depth = 0,
): TreeRow[] {
  return rows.flatMap((row) => {
    const isOpen = row.kind === 'folder' && open.has(row.id);
    const inside = isOpen ? (byParent.get(row.id) ?? []) : [];
    return [{ row, depth, isOpen }, ...flatten(inside, byParent, open, depth + 1)];
  });
}
