import type { Services } from '#server/app/context.ts';
import { feedFile, feedFiles, feedFilesBelow, feedRootFilesOf } from '../queries.ts';

export const followChange = (services: Services, fileId: number): Promise<void> =>
  services.db.transaction().execute((db) => feedFile(db, services.now(), fileId));

export const followFolderChange = (services: Services, folderId: number): Promise<void> =>
  services.db.transaction().execute((db) => feedFilesBelow(db, services.now(), folderId));

export const followChanges = (services: Services, fileIds: readonly number[]): Promise<void> =>
  services.db.transaction().execute((db) => feedFiles(db, services.now(), fileIds));

export const followHandOver = (services: Services, ownerId: number): Promise<void> =>
  services.db.transaction().execute((db) => feedRootFilesOf(db, services.now(), ownerId));
