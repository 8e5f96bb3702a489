import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { ChangedCell } from '#shared/contracts/rooms/permissions.ts';
import { clearRights, type NewRights, setRights } from './grant-queries.ts';
import type { Permissions } from './resolve-permissions.ts';

/** Rows per statement, below the limit of variables of SQLite. */
const RIGHTS_PER_STATEMENT = 1_000;

const namesRights = ({ mayAdd, mayManage }: ChangedCell): boolean =>
  mayAdd !== undefined || mayManage !== undefined;

/** Refuses rights on files, rights without a level, and managing what a group does not see. */
export function assertRights(cells: readonly ChangedCell[], { isDraft }: { isDraft: boolean }): void {
  for (const cell of cells.filter(namesRights)) {
    const isGiven = cell.mayAdd === true || cell.mayManage === true;
    if (isDraft) throw new AppError('invalid', 'Only levels can be drafts. Save these rights at once.');
    if (cell.kind === 'file' && isGiven) throw new AppError('invalid', 'Groups get these rights on folders.');
    if (cell.level === null && isGiven)
      throw new AppError('invalid', 'Set a level together with these rights.');
    if (cell.level === 'none' && cell.mayManage === true)
      throw new AppError('invalid', 'A group can manage only what it sees.');
  }
}

/**
 * Saves what groups may change in folders. A right that a cell does not name stays; a removed level removes the rights, and a
 * hidden folder is not managed.
 */
export async function saveRights(
  ctx: Context,
  cells: readonly ChangedCell[],
  before: Permissions,
): Promise<void> {
  const rights = cells.flatMap((cell): NewRights[] => {
    if (cell.kind === 'file') return [];
    const own = before.findGrant(cell, cell.groupId);
    const isOwn = own?.kind === 'folder' && own.entry_id === cell.id;
    const had = isOwn ? own : { may_add: 0, may_manage: 0 };
    if (!namesRights(cell) && had.may_add === 0 && had.may_manage === 0) return [];
    const isLeft = cell.level !== null;
    const mayManage = isLeft && cell.level !== 'none' && (cell.mayManage ?? had.may_manage === 1);
    const mayAdd = isLeft && (mayManage || (cell.mayAdd ?? had.may_add === 1));
    return [
      {
        group_id: cell.groupId,
        folder_id: cell.id,
        may_add: mayAdd ? 1 : 0,
        may_manage: mayManage ? 1 : 0,
      },
    ];
  });
  for (let at = 0; at < rights.length; at += RIGHTS_PER_STATEMENT)
    await setRights(ctx.db, rights.slice(at, at + RIGHTS_PER_STATEMENT));
}

/**
 * Removes the rights in folders that a published level hides or leaves to the folder above: drafts name levels alone, and *none*
 * with the right to add would be a folder for uploads. Returns the cells, which name the removed rights for the audit log.
 */
export async function removeEndedRights(
  { db }: Context,
  cells: readonly ChangedCell[],
): Promise<ChangedCell[]> {
  const ended = cells.filter(({ kind, level }) => kind === 'folder' && (level === null || level === 'none'));
  const removed = new Set<string>();
  for (const [groupId, ofGroup] of Map.groupBy(ended, (cell) => cell.groupId)) {
    const ids = ofGroup.map(({ id }) => id);
    for (let at = 0; at < ids.length; at += RIGHTS_PER_STATEMENT)
      for (const id of await clearRights(db, groupId, ids.slice(at, at + RIGHTS_PER_STATEMENT)))
        removed.add(`${groupId} ${id}`);
  }
  return cells.map((cell) =>
    cell.kind === 'folder' && removed.has(`${cell.groupId} ${cell.id}`)
      ? { ...cell, mayAdd: false, mayManage: false }
      : cell,
  );
}
