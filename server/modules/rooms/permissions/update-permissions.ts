import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updatePermissions as contract, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { MAX_CHANGED_CELLS } from '#shared/domain/limits.ts';
import { TOO_MANY_CELLS } from '#shared/domain/messages.ts';
import { listGroups } from '../groups/queries.ts';
import { assertMaySetLevels, draftLevels } from '../publications/draft-levels.ts';
import { setGrants } from './grant-queries.ts';
import { loadPermissions, type Permissions, presentRow } from './resolve-permissions.ts';
import { assertRights, saveRights } from './save-rights.ts';

type Cell = BodyOf<typeof contract>['cells'][number];

/** Rows per statement, below the limit of variables of SQLite. */
const GRANTS_PER_STATEMENT = 1_000;
/** Maximum of cells per row of the audit log; more cells take further rows. */
const CELLS_PER_EVENT = 500;

/**
 * Sets what groups may do with folders and files, at once or as a draft: all or nothing. Refuses with the current rows when an
 * entry was changed or moved meanwhile.
 */
export function updatePermissions(
  ctx: Context,
  roomId: number,
  cells: readonly Cell[],
  { isDraft = false }: { isDraft?: boolean | undefined } = {},
): Promise<PermissionRow[]> {
  if (cells.length > MAX_CHANGED_CELLS) throw tooManyCells();
  return withLockAsUser(ctx, 'folder-tree', async (ctx) => {
    const room = await loadRoom(ctx, roomId, 'manage');
    const groupIds = (await listGroups(ctx.db, roomId)).map(({ id }) => id);
    const loadRows = async () => {
      const permissions = await loadPermissions(ctx, roomId, cells, groupIds);
      const present = (entry: (typeof permissions.entries)[number]) =>
        presentRow(entry, permissions, groupIds);
      const rows = async () => {
        const pause = createEventLoopYield();
        const presented: PermissionRow[] = [];
        for (const entry of permissions.entries) {
          await pause();
          presented.push(present(entry));
        }
        return presented;
      };
      return { permissions, rows };
    };
    const { permissions, rows } = await loadRows();
    assertCells(cells, permissions, new Set(groupIds));
    if (cells.some((cell) => permissions.versionOf(cell) !== cell.version))
      throw new AppError('conflict', 'The permissions have changed. Check them and save again.', {
        current: await rows(),
      });
    assertRights(cells, { isDraft });
    if (isDraft) {
      await draftLevels(ctx, room, cells);
      return rows();
    }
    await assertMaySetLevels(ctx, roomId, cells, permissions);
    await saveCells(ctx, cells);
    await saveRights(ctx, cells, permissions);
    await auditCells(ctx, room, cells);
    return (await loadRows()).rows();
  });
}

export const tooManyCells = (): AppError => new AppError('too-large', TOO_MANY_CELLS);

function assertCells(cells: readonly Cell[], permissions: Permissions, groupIds: ReadonlySet<number>): void {
  const seen = new Set<string>();
  for (const { kind, id, groupId } of cells) {
    if (!groupIds.has(groupId)) throw new AppError('not-found', 'The group could not be found.');
    if (!permissions.isInRoom({ kind, id }))
      throw new AppError('not-found', 'The folder or file could not be found in this room.');
    const key = `${kind} ${id} ${groupId}`;
    if (seen.has(key)) throw new AppError('invalid', 'A cell is named twice.');
    seen.add(key);
  }
}

export async function saveCells(
  ctx: Context & { actor: { id: number } },
  cells: readonly Cell[],
): Promise<void> {
  const granted = { granted_by_id: ctx.actor.id, granted_at: ctx.now() };
  for (const kind of ['folder', 'file'] as const) {
    const grants = cells
      .filter((cell) => cell.kind === kind)
      .map(({ id, groupId, level }) => ({ ...granted, entry_id: id, group_id: groupId, level }));
    for (let at = 0; at < grants.length; at += GRANTS_PER_STATEMENT)
      await setGrants(ctx.db, kind, grants.slice(at, at + GRANTS_PER_STATEMENT));
  }
}

export async function auditCells(ctx: Context, room: LoadedRoom, cells: readonly Cell[]): Promise<void> {
  const idOf = ({ kind, id }: Cell) => (kind === 'folder' ? { folderId: id } : { fileId: id });
  for (let at = 0; at < cells.length; at += CELLS_PER_EVENT)
    await audit(ctx, {
      action: 'permissions.update',
      object: { kind: 'folder', id: room.id, name: room.name },
      details: {
        cells: cells.slice(at, at + CELLS_PER_EVENT).map((cell) => ({
          ...idOf(cell),
          groupId: cell.groupId,
          level: cell.level,
          ...(cell.mayAdd !== undefined && { mayAdd: cell.mayAdd }),
          ...(cell.mayManage !== undefined && { mayManage: cell.mayManage }),
        })),
      },
    });
}
