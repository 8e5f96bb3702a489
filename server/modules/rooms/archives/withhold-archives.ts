import type { Services } from '#server/app/context.ts';
import { failArchivesWithFiles, restoreArchivesWithFiles } from './withheld-queries.ts';

const WITHHELD = 'A virus was found in a file of this room after the archive was created. Create it again.';

/** Withholds the archives of the rooms that contain these files: a virus was found in one of them. */
export function withholdArchives(services: Services, fileIds: readonly number[]): Promise<void> {
  return failArchivesWithFiles(services.db, fileIds, WITHHELD);
}

/** Gives them back once the content of these files is clean after all, unless other content of the room is withheld. */
export function restoreArchives(services: Services, fileIds: readonly number[]): Promise<void> {
  return restoreArchivesWithFiles(services.db, fileIds, WITHHELD);
}
