import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { keepNumbers } from '#server/authorization/index-numbers/keep-numbers.ts';
import { type LoadedFile, loadFile } from '#server/authorization/load-file.ts';
import { loadTrashedFiles } from '#server/authorization/load-trashed.ts';
import { publishOutsideRooms } from '#server/authorization/publication/room-of.ts';
import { assertFolderCapacity, assertRootCapacity } from '#server/modules/files/assert-capacity.ts';
import { findRestoreFolder } from './find-restore-folder.ts';
import { restoreFilesTo } from './restore-queries.ts';
import { becomesDraftIn } from './restored-drafts.ts';

type TrashedFile = Awaited<ReturnType<typeof loadTrashedFiles>>[number];

/** Restores a file to its folder, or to its owner's root when the folder is gone. */
export function restoreFile(ctx: Context, id: number): Promise<LoadedFile> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    await restoreAll(ctx, [id]);
    await publish(ctx, 'file.changed', { fileId: id });
    return loadFile(ctx, id, 'view');
  });
}

/**
 * Restores several files, or none of them, each to its folder, or to its owner's root when the folder is gone. Returns how many
 * of them are drafts now.
 */
export function restoreFiles(ctx: Context, ids: readonly number[]): Promise<number> {
  return withLock(ctx, 'folder-tree', async (ctx) => {
    const drafts = await restoreAll(ctx, ids);
    await publish(ctx, 'files.changed', { fileIds: ids });
    return drafts;
  });
}

async function restoreAll(ctx: Context, ids: readonly number[]): Promise<number> {
  const files = await loadTrashedFiles(ctx, ids, 'restore');
  // Those of an owner in a folder go to the same place; what is deleted together is mostly in one folder.
  const groups = Map.groupBy(files, ({ folder_id, owner_id }) => `${folder_id}-${owner_id}`);
  let drafts = 0;
  for (const group of groups.values()) drafts += await restoreGroup(ctx, group);
  return drafts;
}

async function restoreGroup(ctx: Context, files: readonly TrashedFile[]): Promise<number> {
  const [first] = files;
  if (!first) return 0;
  const { folder_id: folderId, owner_id: ownerId } = first;
  const place = await findRestoreFolder(ctx, { folderId, ownerId, hasOtherOwners: false });
  if (place) await assertFolderCapacity(ctx, place.id, files.length);
  else
    await assertRootCapacity(
      ctx,
      files.map(() => ownerId),
    );
  const to = place?.id ?? null;
  const becomesDraft = await becomesDraftIn(ctx, to);
  const asDraft = ({ deleted_at }: TrashedFile) => becomesDraft(deleted_at);
  for (const [asDrafts, some] of Map.groupBy(files, asDraft))
    await restoreFilesTo(ctx.db, getIds(some), to, { asDrafts });
  await keepNumbers(ctx, [folderId, to]);
  await publishOutsideRooms(ctx, { fileIds: getIds(files) }, to);
  for (const file of files)
    await audit(ctx, {
      action: 'file.restore',
      object: { kind: 'file', id: file.id, name: file.name },
      details: { from: folderId, to, ...(asDraft(file) && { asDraft: true }) },
    });
  return place?.isInRoom ? files.filter((file) => file.published_at === null || asDraft(file)).length : 0;
}

const getIds = (files: readonly TrashedFile[]): number[] => files.map(({ id }) => id);
