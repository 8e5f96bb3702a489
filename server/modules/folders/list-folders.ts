import type { Context } from '#server/app/context.ts';
import { accessOf, findFolderAccess } from '#server/authorization/access-level.ts';
import { levelInFolder } from '#server/authorization/grants/inherited-level.ts';
import { findReadOnlyFolders } from '#server/authorization/grants/read-only-folders.ts';
import { findAncestorNames } from '#server/authorization/groups/ancestor-names.ts';
import { findNumbers, hasRooms } from '#server/authorization/index-numbers/find-numbers.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { findRoomStates } from '#server/authorization/publication/room-of.ts';
import { hasAccessByFile } from '#server/authorization/visible-to.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { type ListedFolder, listFoldersIn, listVisibleFolders } from './queries.ts';

interface ListOptions {
  /** `null` is the root; `undefined` requests every folder. */
  parentId: number | null | undefined;
  limit: number;
  cursor: number | undefined;
}

/** Lists the folders in a folder, in the root, or everywhere. Returns one more than `limit` when there is another page. */
export async function listFolders(ctx: Context, { parentId, ...page }: ListOptions): Promise<ListedFolder[]> {
  if (parentId === undefined || parentId === null) {
    const rows = await listVisibleFolders(ctx.db, ctx, { ...page, topmost: parentId === null });
    const folders = await addRights(
      ctx,
      rows.map(({ access_level, ...row }) => ({ ...row, ...accessOf(access_level) })),
    );
    return (await hasRooms(ctx)) ? addNumbers(ctx, await addRoomStates(ctx, folders)) : folders;
  }
  const parent = await loadFolder(ctx, parentId, 'view');
  const level = levelInFolder(ctx, parent);
  const rows = await listFoldersIn(ctx.db, parent.id, {
    ...page,
    visibleOnly: hasAccessByFile(ctx.actor) ? ctx : undefined,
    level,
  });
  // The whole rule is asked again only where the level to the folder above does not decide.
  const undecidedIds = level ? [] : rows.map(({ id }) => id);
  const accessTo = await findFolderAccess(ctx.db, ctx, undecidedIds);
  const folders = rows.map(({ access_level, ...row }) => {
    const { accessLevel, groupAccess } = access_level === null ? accessTo(row.id) : accessOf(access_level);
    return { ...row, accessLevel, ...(groupAccess && { groupAccess }) };
  });
  if (!parent.isInRoom) return folders;
  const isReadOnly = ctx.actor.kind === 'user' && isReadOnlyState(parent.roomState);
  return addNumbers(ctx, isReadOnly ? folders.map((folder) => ({ ...folder, isReadOnly })) : folders);
}

/** Adds what a member of a group may change in the folders, and what is above those that are shown at the top. */
async function addRights(ctx: Context, folders: ListedFolder[]): Promise<ListedFolder[]> {
  const ofGroups = folders.flatMap(({ id, groupAccess }) => (groupAccess ? id : []));
  if (ofGroups.length === 0) return folders;
  const accessTo = await findFolderAccess(ctx.db, ctx, ofGroups);
  const topmost = folders.flatMap(({ id, parent_id, groupAccess }) =>
    groupAccess && parent_id === null ? id : [],
  );
  const namesOf = await findAncestorNames(ctx, topmost);
  return folders.map((folder) => {
    const { groupAccess } = accessTo(folder.id);
    if (!folder.groupAccess || !groupAccess) return folder;
    return { ...folder, groupAccess, ...(folder.parent_id === null && namesOf(folder.id)) };
  });
}

async function addRoomStates(ctx: Context, folders: readonly ListedFolder[]): Promise<ListedFolder[]> {
  const roots = folders.flatMap(({ id, parent_id }) => (parent_id === null ? id : []));
  const states = await findRoomStates(ctx, roots);
  const readOnly = [...states.values()].some(isReadOnlyState)
    ? await findReadOnlyFolders(
        ctx,
        folders.map(({ id }) => id),
      )
    : undefined;
  return folders.map((folder) => ({
    ...folder,
    roomState: states.get(folder.id),
    ...(readOnly?.has(folder.id) && { isReadOnly: true }),
  }));
}

async function addNumbers(ctx: Context, folders: readonly ListedFolder[]): Promise<ListedFolder[]> {
  const folderIds = folders.map(({ id }) => id);
  const numberOf = await findNumbers(ctx, { folderIds, childrenOf: [] });
  return folders.map((folder) => ({ ...folder, number: numberOf('folder', folder.id) }));
}
