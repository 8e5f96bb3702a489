import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const markerPath = (dataDir: string): string => join(dataDir, 'restore-in-progress');

/**
 * Tells whether a restore has begun and not finished; the marker is in DATA_DIR from before the first write
 * until after the last.
 */
export const isRestoreInProgress = (dataDir: string): boolean => existsSync(markerPath(dataDir));

export async function writeRestoreMarker(dataDir: string): Promise<void> {
  await writeFile(markerPath(dataDir), 'A restore is going on, or was interrupted.\n', { flush: true });
}

export async function removeRestoreMarker(dataDir: string): Promise<void> {
  await rm(markerPath(dataDir));
}

/** Refuses a data directory that an interrupted restore left: a server on it would show only some of the files. */
export function assertNoInterruptedRestore(dataDir: string): void {
  if (!isRestoreInProgress(dataDir)) return;
  throw new Error(
    `A restore into ${dataDir} is going on or was interrupted. Let it end, or run 'npm run restore' again.`,
  );
}
