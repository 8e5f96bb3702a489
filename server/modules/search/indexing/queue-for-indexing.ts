import type { Services } from '#server/app/context.ts';
import { enqueueFile, enqueueFiles, enqueueFilesWithin, enqueueRootFilesOf } from '../queries.ts';

/** Appends files to the index's change feed, one function per kind of selection. */
export const queueFileForIndexing = (services: Services, fileId: number): Promise<void> =>
  services.db.transaction().execute((db) => enqueueFile(db, services.now(), fileId));

export const queueFolderForIndexing = (services: Services, folderId: number): Promise<void> =>
  services.db.transaction().execute((db) => enqueueFilesWithin(db, services.now(), folderId));

export const queueFilesForIndexing = (services: Services, fileIds: readonly number[]): Promise<void> =>
  services.db.transaction().execute((db) => enqueueFiles(db, services.now(), fileIds));

export const queueRootFilesForIndexing = (services: Services, ownerId: number): Promise<void> =>
  services.db.transaction().execute((db) => enqueueRootFilesOf(db, services.now(), ownerId));
