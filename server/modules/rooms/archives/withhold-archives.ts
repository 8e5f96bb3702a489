import { type Services, systemContext, withLock } from '#server/app/context.ts';
import { failArchivesWithFiles, restoreArchivesWithFiles } from './withheld-queries.ts';

const WITHHELD = 'A virus was found in a file of this room after the archive was created. Create it again.';
const KEPT =
  'A virus was found in a file of this room after the archive was created. The archive stays available to managers, since nothing else has the content that was removed. Scan what you take out of it.';

/**
 * Withholds the archives of the rooms that contain these files: a virus was found in one of them. What is left of removed
 * content is kept with a warning.
 */
export function withholdArchives(services: Services, fileIds: readonly number[]): Promise<void> {
  // Content is removed with this lock too: no room begins to depend on an archive in between.
  return withLock(systemContext(services), 'folder-tree', ({ db, now }) =>
    failArchivesWithFiles(db, fileIds, { error: WITHHELD, warning: KEPT, now: now() }),
  );
}

/** Gives them back once the content of these files is clean after all, unless other content of the room is withheld. */
export function restoreArchives(services: Services, fileIds: readonly number[]): Promise<void> {
  return restoreArchivesWithFiles(services.db, fileIds, { error: WITHHELD, warning: KEPT });
}
