import type { Context } from '#server/app/context.ts';
import { accessOf, accessOrder, findFolderAccess } from '#server/authorization/access-level.ts';
import { findReadOnlyFolders } from '#server/authorization/grants/read-only-folders.ts';
import { findAncestorNamesOfFiles } from '#server/authorization/groups/ancestor-names.ts';
import { findNumbersIn } from '#server/authorization/index-numbers/find-numbers.ts';
import { numberListedFiles } from '#server/authorization/index-numbers/number-listed-files.ts';
import { type LoadedFolder, loadFolder } from '#server/authorization/load-folder.ts';
import { readerOf } from '#server/authorization/readers/reader-of.ts';
import { hasAccessByFile } from '#server/authorization/visible-to.ts';
import { isReadOnlyState } from '#shared/domain/rooms/room-states.ts';
import { groupIdsOf, isAdmin, isMember, seesOwnDrafts } from '#shared/policies/actor.ts';
import { listFilesIn, listVisibleFilesIn } from './folder-list-queries.ts';
import { type FoundFiles, type ListedFile, listVisibleFiles } from './list-queries.ts';
import { findNewFiles } from './new-files-queries.ts';

interface ListOptions {
  /** `null` is the root; `undefined` asks for every file. */
  folderId: number | null | undefined;
  limit: number;
  cursor: number | undefined;
}

/** Returns one row more than `limit` when there is another page. */
export async function listFiles(ctx: Context, options: ListOptions): Promise<ListedFile[]> {
  const { files, hasVisits } = await findRows(ctx, options);
  const isNew = await findNewFiles(ctx.db, ctx, { files, ...(hasVisits !== undefined && { hasVisits }) });
  return isNew.size === 0 ? files : files.map((file) => ({ ...file, isNew: isNew.has(file.id) }));
}

async function findRows(ctx: Context, { folderId, ...page }: ListOptions): Promise<FoundFiles> {
  if (folderId === undefined || folderId === null) {
    const found = await listVisibleFiles(ctx.db, ctx, { ...page, rootOnly: folderId === null });
    const files = await addPlaces(ctx, found);
    return { files: folderId === null ? files : await addRooms(ctx, await markReadOnly(ctx, files)) };
  }
  const folder = await loadFolder(ctx, folderId, 'view');
  const found = await findFilesOf(ctx, folder, page);
  if (!folder.isInRoom) return found;
  const { files } = found;
  const isReadOnly = isReadOnlyState(folder.roomState);
  const numberOf = await findNumbers(ctx, folder, {
    files,
    isWhole: page.cursor === undefined && files.length <= page.limit,
  });
  // The rows are this list's own: copying each takes as long as numbering it.
  const { managesRoom } = folder;
  const inFolder = { isInRoom: true, managesRoom, isReadOnly, ...(folder.levels && { place: folder }) };
  for (const file of files) Object.assign(file, inFolder, { number: numberOf(file.id) });
  return found;
}

async function findNumbers(
  ctx: Context,
  folder: LoadedFolder,
  page: { files: readonly ListedFile[]; isWhole: boolean },
): Promise<(fileId: number) => string | undefined> {
  // They count only what they see.
  if (hasAccessByFile(ctx.actor)) {
    const numberOf = await findNumbersIn(ctx, folder.id);
    return (id) => numberOf('file', id);
  }
  const numbers = await numberListedFiles(ctx.db, { ...folder, ...page });
  return (id) => numbers.get(id);
}

/** Adds what a member of a group may change in the folders of the files, and what is above those whose folder is hidden. */
async function addPlaces(ctx: Context, files: ListedFile[]): Promise<ListedFile[]> {
  if (groupIdsOf(ctx.actor).length === 0) return files;
  const folderIds = [...new Set(files.flatMap(({ folder_id }) => folder_id ?? []))];
  const accessTo = await findFolderAccess(ctx.db, ctx, folderIds);
  const outside = files.flatMap(({ id, folder_id, accessLevel }) =>
    folder_id === null && accessOf(accessLevel).groupAccess ? id : [],
  );
  const namesOf = await findAncestorNamesOfFiles(ctx, outside);
  return files.map((file) =>
    file.folder_id === null ? { ...file, ...namesOf(file.id) } : { ...file, place: accessTo(file.folder_id) },
  );
}

async function markReadOnly(ctx: Context, files: ListedFile[]): Promise<ListedFile[]> {
  const readOnly = await findReadOnlyFolders(
    ctx,
    files.map(({ folder_id }) => folder_id),
  );
  if (readOnly.size === 0) return files;
  return files.map((file) => ({
    ...file,
    isReadOnly: file.folder_id !== null && readOnly.has(file.folder_id),
  }));
}

/** Says of the files of others that they are in a room, and whether the actor manages it: there they may be changed. */
async function addRooms(ctx: Context, files: ListedFile[]): Promise<ListedFile[]> {
  const { actor } = ctx;
  // Administrators may change them anyway.
  if (actor.kind !== 'user' || isAdmin(actor)) return files;
  const isOfOthers = (file: ListedFile) =>
    file.owner_id !== actor.id && isMember(accessOf(file.accessLevel)) && file.folder_id !== null;
  const folderIds = new Set(files.flatMap((file) => (isOfOthers(file) ? (file.folder_id ?? []) : [])));
  if (folderIds.size === 0) return files;
  const accessTo = await findFolderAccess(ctx.db, ctx, [...folderIds]);
  return files.map((file) => {
    if (file.folder_id === null || !isOfOthers(file)) return file;
    const { isInRoom, managesRoom } = accessTo(file.folder_id);
    return { ...file, isInRoom, managesRoom };
  });
}

async function findFilesOf(
  ctx: Context,
  folder: LoadedFolder,
  page: Pick<ListOptions, 'limit' | 'cursor'>,
): Promise<FoundFiles> {
  const { id, levels } = folder;
  if (levels) return { files: await listVisibleFilesIn(ctx.db, ctx, { id, levels }, page) };
  const publishedAt = seesOwnDrafts(ctx.actor) ? undefined : ctx;
  const place = { id: folder.id, accessLevel: accessOrder(folder) };
  return listFilesIn(ctx.db, place, { ...page, publishedAt, reader: readerOf(ctx.actor) });
}
