import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const markIn = (dataDir: string): string => join(dataDir, 'restoring');

/** Stands in DATA_DIR from before a restore's first write until after its last. */
export const isRestoreMarked = (dataDir: string): boolean => existsSync(markIn(dataDir));

export async function markRestore(dataDir: string): Promise<void> {
  await writeFile(markIn(dataDir), 'A restore is going on, or was interrupted.\n', { flush: true });
}

export async function unmarkRestore(dataDir: string): Promise<void> {
  await rm(markIn(dataDir));
}

/** What an interrupted restore left is no room: a server on it would show some of the files as all there are. */
export function refuseInterruptedRestore(dataDir: string): void {
  if (!isRestoreMarked(dataDir)) return;
  throw new Error(
    `A restore into ${dataDir} is going on or was interrupted. Let it end, or run 'npm run restore' again.`,
  );
}
