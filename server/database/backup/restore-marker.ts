import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const markerPath = (dataDir: string): string => join(dataDir, 'restore-in-progress');

/** Stands in DATA_DIR from before a restore's first write until after its last. */
export const isRestoreInProgress = (dataDir: string): boolean => existsSync(markerPath(dataDir));

export async function writeRestoreMarker(dataDir: string): Promise<void> {
  await writeFile(markerPath(dataDir), 'A restore is going on, or was interrupted.\n', { flush: true });
}

export async function removeRestoreMarker(dataDir: string): Promise<void> {
  await rm(markerPath(dataDir));
}

/** What an interrupted restore left is no room: a server on it would show some of the files as all there are. */
export function assertNoInterruptedRestore(dataDir: string): void {
  if (!isRestoreInProgress(dataDir)) return;
  throw new Error(
    `A restore into ${dataDir} is going on or was interrupted. Let it end, or run 'npm run restore' again.`,
  );
}
