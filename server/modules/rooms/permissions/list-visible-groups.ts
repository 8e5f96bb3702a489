import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadRoom } from '#server/authorization/groups/load-room.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { listFolderGroups as contract } from '#shared/contracts/rooms/permissions.ts';
import { roomPolicy } from '#shared/policies/rooms.ts';
import { listGroups } from '../groups/queries.ts';
import { isRoom } from '../queries.ts';
import { listPath } from './permission-queries.ts';
import { type Entry, levelOf, loadPermissions } from './resolve-permissions.ts';

type VisibleGroups = ResultOf<typeof contract>;

/**
 * Lists the groups that see a folder, for the staff of its room; for everybody else, outside rooms, of drafts, and while the room is
 * in preparation or closed, none.
 */
export async function listFolderGroups(ctx: Context, id: number): Promise<VisibleGroups> {
  const folder = await loadFolder(ctx, id, 'view');
  if (folder.roomState !== 'open') return [];
  return roomPolicy.view(ctx.actor, folder) ? listGroupsOf(ctx, { kind: 'folder', id }, id) : [];
}

/** Lists the groups that see a file, for the staff of its room; none while it is a draft or scheduled, or the room not open. */
export async function listFileGroups(ctx: Context, id: number): Promise<VisibleGroups> {
  const { folder_id: folderId, published_at, roomState } = await loadFile(ctx, id, 'view');
  if (roomState !== 'open') return [];
  if (folderId === null || published_at === null || published_at > ctx.now()) return [];
  return listGroupsOf(ctx, { kind: 'file', id }, folderId);
}

async function listGroupsOf(ctx: Context, entry: Entry, folderId: number): Promise<VisibleGroups> {
  const path = await listPath(ctx.db, [folderId]);
  // No group sees what is in a draft, or scheduled.
  if (path.some(({ publishedAt }) => publishedAt === null || publishedAt > ctx.now())) return [];
  const root = path.find(({ parentId }) => parentId === null);
  // Collaborators of a folder inside are no staff of the room.
  if (!root || !(await isRoom(ctx.db, root.id)) || !(await isStaff(ctx, root.id))) return [];
  const groups = (await listGroups(ctx.db, root.id)).filter(
    ({ ends_at }) => ends_at === null || ends_at > ctx.now(),
  );
  const permissions = await loadPermissions(
    ctx,
    root.id,
    [entry],
    groups.map(({ id }) => id),
  );
  return groups.flatMap(({ id: groupId, name }) => {
    const level = levelOf(permissions.findGrant(entry, groupId));
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
