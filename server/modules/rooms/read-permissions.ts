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
import { type EntryCursor, findUsername, listEntriesIn, listPath } from './permission-queries.ts';
import { isRoom, listGroups } from './queries.ts';
import { type Entry, levelOf, loadPermissions, presentRow, rightsOf } from './resolve-permissions.ts';

const ENTRY_NOT_FOUND = 'The folder or file could not be found in this room.';

interface Page {
  readonly limit: number;
  readonly cursor: EntryCursor | undefined;
}

/** Lists the permissions of the folders and files directly in a folder; one more than `limit`. */
export async function listPermissions(
  ctx: Context,
  roomId: number,
  { folderId = roomId, limit, cursor }: { folderId: number | undefined } & Page,
): Promise<PermissionRow[]> {
  await loadRoom(ctx, roomId, 'view');
  const groupIds = (await listGroups(ctx.db, roomId)).map(({ id }) => id);
  const parent = { kind: 'folder', id: folderId } as const;
  if (folderId !== roomId && !(await loadPermissions(ctx, roomId, [parent], [])).isInRoom(parent))
    throw new AppError('not-found', ENTRY_NOT_FOUND);
  const after = cursor ?? { kind: 'folder', id: 0 };
  const entries = await listEntriesIn(ctx.db, folderId, { limit, after });
  const permissions = await loadPermissions(ctx, roomId, entries, groupIds);
  return entries.map((entry) => presentRow(entry, permissions, groupIds));
}

/** Returns the grant that decides what a group may do with a folder or file. */
export async function explainPermission(
  ctx: Context,
  roomId: number,
  { kind, id, groupId }: Entry & { groupId: number },
): Promise<ResultOf<typeof explainContract>> {
  await loadRoom(ctx, roomId, 'view');
  if (!(await listGroups(ctx.db, roomId)).some((group) => group.id === groupId))
    throw new AppError('not-found', 'The group could not be found.');
  const entry = { kind, id };
  const permissions = await loadPermissions(ctx, roomId, [entry], [groupId]);
  if (!permissions.isInRoom(entry)) throw new AppError('not-found', ENTRY_NOT_FOUND);
  const grant = permissions.findGrant(entry, groupId);
  const path = permissions.pathOf(entry).toReversed();
  const named = grant?.kind === 'file' ? permissions.entries : path;
  return {
    level: levelOf(grant),
    ...rightsOf(entry, grant),
    grant: grant
      ? {
          kind: grant.kind,
          id: grant.entry_id,
          name: named.find(({ id }) => id === grant.entry_id)?.name ?? '',
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
    [{ kind: 'folder', id: folderId }],
    groups.map(({ id }) => id),
  );
  return groups.flatMap(({ id: groupId, name }) => {
    const level = levelOf(permissions.findGrant({ kind: 'folder', id: folderId }, groupId));
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
