import { type Services, systemContext, withLock } from '#server/app/context.ts';
import type { ScanState } from '#shared/domain/scans/scan-states.ts';
import { failArchivesWithFiles, listScanStates, restoreArchivesWithFiles } from './withheld-queries.ts';

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
 * Withholds the archives of the rooms that contain these files, with the reason: a virus was found in one of them, or it could not
 * be scanned. Files whose content is clean by now withhold nothing: the job may run late. Content that is gone by now may still be
 * in an archive. What is left of removed content is kept with a warning.
 */
export function withholdArchives(services: Services, fileIds: readonly number[]): Promise<void> {
  // Content is removed with this lock too: no room begins to depend on an archive in between.
  return withLock(systemContext(services), 'folder-tree', async ({ db }) => {
    const states = Map.groupBy(await listScanStates(db, fileIds), ({ id }) => id);
    const reasonOf = (id: number) => findReason(states.get(id)?.map(({ scan_state }) => scan_state) ?? []);
    for (const reason of ['infected', 'unscannable'] as const)
      await failArchivesWithFiles(
        db,
        fileIds.filter((id) => reasonOf(id) === reason),
        { ...REASONS[reason], keeps: REASONS.infected.warning },
      );
  });
}

/** Returns why content of these states is withheld; `undefined` if all of it is clean. Of what is gone, the worst is assumed. */
function findReason(states: readonly ScanState[]): keyof typeof REASONS | undefined {
  if (states.length > 0 && states.every((state) => state === null || state === 'clean')) return undefined;
  return states.includes('unscannable') && !states.includes('infected') ? 'unscannable' : 'infected';
}

/** Gives them back once the content of these files is clean after all, unless other content of the room is withheld. */
export function restoreArchives(services: Services, fileIds: readonly number[]): Promise<void> {
  const reasons = Object.values(REASONS);
  return restoreArchivesWithFiles(services.db, fileIds, {
    errors: reasons.map(({ error }) => error),
    warnings: reasons.map(({ warning }) => warning),
  });
}
