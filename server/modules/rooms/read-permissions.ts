import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type {
  explainPermission as explainContract,
  listFolderGroups as folderGroupsContract,
  PermissionRow,
} from '#shared/contracts/rooms/permissions.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { findUsername, listPath, listSubfolders } from './permission-queries.ts';
import { isRoom, listGroups } from './queries.ts';
import { levelOf, loadPermissions, presentRow } from './resolve-permissions.ts';

const FOLDER_NOT_FOUND = 'The folder could not be found in this room.';

/** Lists the permissions of the folders directly in a folder; one more than `limit`. */
export async function listPermissions(
  ctx: Context,
  roomId: number,
  { folderId = roomId, ...page }: { folderId: number | undefined; limit: number; cursor: number | undefined },
): Promise<PermissionRow[]> {
  await loadRoom(ctx, roomId, 'view');
  const groupIds = (await listGroups(ctx.db, roomId)).map(({ id }) => id);
  if (folderId !== roomId && !(await loadPermissions(ctx, roomId, [folderId], [])).isInRoom(folderId))
    throw new AppError('not-found', FOLDER_NOT_FOUND);
  const folders = await listSubfolders(ctx.db, folderId, page);
  const permissions = await loadPermissions(
    ctx,
    roomId,
    folders.map(({ id }) => id),
    groupIds,
  );
  return folders.map((folder) => presentRow(folder, permissions, groupIds));
}

/** Returns the grant that decides what a group may do in a folder. */
export async function explainPermission(
  ctx: Context,
  roomId: number,
  { id: folderId, groupId }: { id: number; groupId: number },
): Promise<ResultOf<typeof explainContract>> {
  await loadRoom(ctx, roomId, 'view');
  if (!(await listGroups(ctx.db, roomId)).some(({ id }) => id === groupId))
    throw new AppError('not-found', 'The group could not be found.');
  const permissions = await loadPermissions(ctx, roomId, [folderId], [groupId]);
  if (!permissions.isInRoom(folderId)) throw new AppError('not-found', FOLDER_NOT_FOUND);
  const grant = permissions.findGrant(folderId, groupId);
  const path = permissions.pathOf(folderId).toReversed();
  return {
    level: levelOf(grant),
    grant: grant
      ? {
          folderId: grant.folder_id,
          folderName: path.find(({ id }) => id === grant.folder_id)?.name ?? '',
          grantedBy: await findUsername(ctx.db, grant.granted_by_id),
          grantedAt: new Date(grant.granted_at).toISOString(),
        }
      : null,
    path: path.map(({ id, name }) => ({ id, name })),
  };
}

/** Lists the groups that see a folder, for the staff of its room; for everybody else, and outside rooms, none. */
export async function listFolderGroups(
  ctx: Context,
  folderId: number,
): Promise<ResultOf<typeof folderGroupsContract>> {
  const folder = await loadFolder(ctx, folderId, 'view');
  if (!roomPolicy.view(ctx.actor, folder)) return [];
  const root = (await listPath(ctx.db, [folderId])).find(({ parentId }) => parentId === null);
  // Collaborators of a folder inside are no staff of the room.
  if (!root || !(await isRoom(ctx.db, root.id)) || !(await isStaff(ctx, root.id))) return [];
  const groups = (await listGroups(ctx.db, root.id)).filter(
    ({ ends_at }) => ends_at === null || ends_at > ctx.now(),
  );
  const permissions = await loadPermissions(
    ctx,
    root.id,
    [folderId],
    groups.map(({ id }) => id),
  );
  return groups.flatMap(({ id: groupId, name }) => {
    const level = levelOf(permissions.findGrant(folderId, groupId));
    return level === 'none' ? [] : [{ groupId, name, level }];
  });
}

async function isStaff(ctx: Context, roomId: number): Promise<boolean> {
  try {
    await loadRoom(ctx, roomId, 'view');
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
