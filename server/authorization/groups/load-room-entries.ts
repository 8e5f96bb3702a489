import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { folderPolicy } from '#shared/policies/folders.ts';
import { findFolderAccess } from '../access-level.ts';
import { loadVisibleFiles } from '../load-file.ts';

const NOT_FOUND = 'At least one of these entries could not be found in the room.';

/**
 * Returns the names of these folders of a room, or refuses when the actor does not see one of the entries in it. The room
 * itself is no entry. `entries` must be distinct.
 */
export async function loadRoomEntries(
  ctx: Context,
  roomId: number,
  entries: readonly { readonly kind: 'folder' | 'file'; readonly id: number }[],
): Promise<{ folderNames: ReadonlyMap<number, string> }> {
  const idsOf = (kind: 'folder' | 'file') =>
    entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
  const folderIds = idsOf('folder');
  const accessTo = await findFolderAccess(ctx.db, ctx, folderIds);
  const isFound = (id: number): boolean => {
    const access = accessTo(id);
    const isVisible = access.isActive && folderPolicy.view(ctx.actor, access);
    return isVisible && access.roomId === roomId && id !== roomId;
  };
  const fileIds = idsOf('file');
  const files = (await loadVisibleFiles(ctx, fileIds)).filter((file) => file.roomId === roomId);
  if (!folderIds.every(isFound) || files.length !== fileIds.length)
    throw new AppError('not-found', NOT_FOUND);
  if (folderIds.length === 0) return { folderNames: new Map() };
  const rows = await ctx.db
    .selectFrom('folders')
    .select(['id', 'name'])
    .where('id', 'in', folderIds)
    .execute();
  return { folderNames: new Map(rows.map(({ id, name }) => [id, name])) };
}
