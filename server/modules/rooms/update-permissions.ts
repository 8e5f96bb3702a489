import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedRoom, loadRoom } from '#server/authorization/groups/load-room.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updatePermissions as contract, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { MAX_CHANGED_CELLS } from '#shared/domain/limits.ts';
import { listFoldersById, setGrants } from './permission-queries.ts';
import { listGroups } from './queries.ts';
import { loadPermissions, presentRow } from './resolve-permissions.ts';

type Cell = BodyOf<typeof contract>['cells'][number];

/** Rows per statement, below the limit of variables of SQLite. */
const GRANTS_PER_STATEMENT = 1_000;
/** Maximum of cells per row of the audit log; more cells take further rows. */
const CELLS_PER_EVENT = 500;

/** Sets what groups may do in folders: all or nothing. Refuses when a folder was changed or moved meanwhile. */
export function updatePermissions(
  ctx: Context,
  roomId: number,
  cells: readonly Cell[],
): Promise<PermissionRow[]> {
  if (cells.length > MAX_CHANGED_CELLS)
    throw new AppError(
      'too-large',
      `At most ${MAX_CHANGED_CELLS.toLocaleString('en')} cells can be changed at once.`,
    );
  return withLock(ctx, 'folder-tree', async (before) => {
    const ctx = await reloadUser(before);
    const room = await loadRoom(ctx, roomId, 'manage');
    const groupIds = (await listGroups(ctx.db, roomId)).map(({ id }) => id);
    const folderIds = [...new Set(cells.map(({ id }) => id))];
    const current = await loadPermissions(ctx, roomId, folderIds, groupIds);
    assertCells(cells, current, new Set(groupIds));
    const granted = { granted_by_id: ctx.actor.id, granted_at: ctx.now(), version: 1 };
    for (let at = 0; at < cells.length; at += GRANTS_PER_STATEMENT)
      await setGrants(
        ctx.db,
        cells
          .slice(at, at + GRANTS_PER_STATEMENT)
          .map(({ id, groupId, level }) => ({ ...granted, folder_id: id, group_id: groupId, level })),
      );
    await auditCells(ctx, room, cells);
    const changed = await loadPermissions(ctx, roomId, folderIds, groupIds);
    const folders = await listFoldersById(ctx.db, folderIds);
    return folders.map((folder) => presentRow(folder, changed, groupIds));
  });
}

function assertCells(
  cells: readonly Cell[],
  current: Awaited<ReturnType<typeof loadPermissions>>,
  groupIds: ReadonlySet<number>,
): void {
  const seen = new Set<string>();
  for (const { id, groupId, version } of cells) {
    if (!groupIds.has(groupId)) throw new AppError('not-found', 'The group could not be found.');
    if (!current.isInRoom(id)) throw new AppError('not-found', 'The folder could not be found in this room.');
    if (seen.has(`${id} ${groupId}`)) throw new AppError('invalid', 'A cell is named twice.');
    seen.add(`${id} ${groupId}`);
    if (current.versionOf(id) !== version)
      throw new AppError('conflict', 'The permissions have changed. Check them and save again.');
  }
}

async function auditCells(ctx: Context, room: LoadedRoom, cells: readonly Cell[]): Promise<void> {
  for (let at = 0; at < cells.length; at += CELLS_PER_EVENT)
    await audit(ctx, {
      action: 'permissions.update',
      object: { kind: 'folder', id: room.id, name: room.name },
      details: {
        cells: cells
          .slice(at, at + CELLS_PER_EVENT)
          .map(({ id, groupId, level }) => ({ folderId: id, groupId, level })),
      },
    });
}
