import type { Context } from '#server/app/context.ts';
import { enqueueEvents } from '#server/app/domain-events.ts';
import { isVirusScanningOn } from '#server/authorization/scans/virus-scanning.ts';
import { setScanning } from './queries.ts';

/**
 * Withholds new content until a job has scanned it for viruses, in the transaction that adds it. Does nothing where no node has
 * a scanner. Returns whether the content is withheld.
 */
export async function withholdUntilScanned(
  ctx: Context,
  blobKeys: readonly string[],
  ownerId: number,
): Promise<boolean> {
  if (blobKeys.length === 0) return false;
  if (!ctx.virusScanner && !(await isVirusScanningOn(ctx.db))) return false;
  await setScanning(ctx.db, blobKeys);
  const events = blobKeys.map((blobKey) => ({ payload: { blobKey }, ownerId }));
  await enqueueEvents(ctx.db, 'content.virus_scan_requested', events, ctx.now());
  return true;
}
