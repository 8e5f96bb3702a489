import type { Services } from '#server/app/context.ts';
import {
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
    await removeFolders(db, folderIds);
  }
}
