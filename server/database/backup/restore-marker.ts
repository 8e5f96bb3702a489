import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const placesShape = z.object({ database: z.string(), objects: z.string() });

const markerShape = placesShape.extend({
  /** Tells backups apart. Absent in markers of earlier versions. */
  backup: z.string().optional(),
});

/** Names the places that a restore fills, without secrets. */
export type RestorePlaces = z.infer<typeof placesShape>;

const markerPath = (dataDir: string): string => join(dataDir, 'restore-in-progress');

/**
 * Tells whether a restore has begun and not finished; the marker is in DATA_DIR from before the first write
 * until after the last.
 */
export const isRestoreInProgress = (dataDir: string): boolean => existsSync(markerPath(dataDir));

/** Writes the marker with the places that the restore fills, which a repetition may empty, and the backup that it reads. */
export async function writeRestoreMarker(
  dataDir: string,
  places: RestorePlaces & { backup: string },
): Promise<void> {
  const note = 'A restore is going on, or was interrupted.';
  await writeFile(markerPath(dataDir), `${JSON.stringify({ note, ...places })}\n`, { flush: true });
}

/**
 * Returns the places and the backup of an interrupted restore: undefined without one, and none of a marker that does not tell
 * them, as earlier versions wrote it.
 */
export async function readRestoreMarker(
  dataDir: string,
): Promise<Partial<z.infer<typeof markerShape>> | undefined> {
  if (!isRestoreInProgress(dataDir)) return undefined;
  const text = await readFile(markerPath(dataDir), 'utf8');
  try {
    return markerShape.parse(JSON.parse(text));
  } catch {
    return {};
  }
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
