import { type Services, systemContext, withLock } from '#server/app/context.ts';
import { failArchivesWithFiles, listWithheldFiles, restoreArchivesWithFiles } from './withheld-queries.ts';

const FOUND = 'A virus was found in a file of this room after the archive was created.';
const NOT_SCANNED = 'A file of this room could not be scanned for viruses after the archive was created.';
const KEPT =
  'The archive stays available to managers, since nothing else has the content that was removed. Scan what you take out of it.';

/** Why archives are withheld, and the warning of those that nothing replaces. */
const REASONS = {
  infected: { error: `${FOUND} Create it again.`, warning: `${FOUND} ${KEPT}` },
  unscannable: { error: `${NOT_SCANNED} Create it again.`, warning: `${NOT_SCANNED} ${KEPT}` },
} as const;

/**
 * Withholds the archives of the rooms that contain these files, with the reason: a virus was found in one of them, or it could
 * not be scanned. Files that are clean by now withhold nothing: the job may run late. What is left of removed content is kept
 * with a warning.
 */
export function withholdArchives(services: Services, fileIds: readonly number[]): Promise<void> {
  // Content is removed with this lock too: no room begins to depend on an archive in between.
  return withLock(systemContext(services), 'folder-tree', async ({ db, now }) => {
    const files = await listWithheldFiles(db, fileIds);
    for (const state of ['infected', 'unscannable'] as const) {
      const ids = files.flatMap(({ id, scan_state }) => (scan_state === state ? id : []));
      await failArchivesWithFiles(db, ids, { ...REASONS[state], now: now() });
    }
  });
}

/** Gives them back once the content of these files is clean after all, unless other content of the room is withheld. */
export function restoreArchives(services: Services, fileIds: readonly number[]): Promise<void> {
  const reasons = Object.values(REASONS);
  return restoreArchivesWithFiles(services.db, fileIds, {
    errors: reasons.map(({ error }) => error),
    warnings: reasons.map(({ warning }) => warning),
  });
}
