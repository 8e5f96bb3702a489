import { audit } from '#server/app/audit.ts';
import { type Services, systemContext, transaction } from '#server/app/context.ts';
import {
  deleteServiceAccounts,
  hasServiceAccounts,
  isFilePurged,
  isFolderPurged,
  listDeepestFolderIds,
  listFileIdsWithin,
  removeFiles,
  removeFolders,
} from './purge-queries.ts';

/** Removes the rows of a purged file. */
export async function removePurgedFile(services: Services, id: number): Promise<void> {
  if (await isFilePurged(services.db, id)) await removeFiles(services.db, [id], services.now());
}

/** Removes the rows of a purged folder with everything in it, in slices; if interrupted, it continues. */
export async function removePurgedFolder(services: Services, id: number, signal: AbortSignal): Promise<void> {
  const { db, now } = services;
  if (!(await isFolderPurged(db, id))) return;
  for (;;) {
    signal.throwIfAborted();
    const fileIds = await listFileIdsWithin(db, id);
    if (fileIds.length === 0) break;
    await removeFiles(db, fileIds, now());
  }
  for (;;) {
    signal.throwIfAborted();
    const folderIds = await listDeepestFolderIds(db, id);
    if (folderIds.length === 0) return;
    await removeServiceAccounts(services, folderIds);
    await removeFolders(db, folderIds);
  }
}

/** Deletes the service accounts of rooms that are removed; the rows of those that were deleted before stay without a room. */
async function removeServiceAccounts(services: Services, folderIds: readonly number[]): Promise<void> {
  if (!(await hasServiceAccounts(services.db, folderIds))) return;
  await transaction(systemContext(services), async (ctx) => {
    for (const { id, username, email } of await deleteServiceAccounts(ctx.db, folderIds, ctx.now()))
      await audit(ctx, {
        action: 'user.delete',
        object: { kind: 'user', id, name: username },
        details: { email, ownershipTransferredTo: null },
      });
  });
}
