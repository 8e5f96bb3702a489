import type { Context } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { isVirusScanningOn } from '#server/authorization/scans/virus-scanning.ts';
import { enqueueJobs } from '#server/engines/queue/job-queue.ts';
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
  const kind = 'content.virus_scan_requested' satisfies keyof DomainEvents;
  await enqueueJobs(
    ctx.db,
    blobKeys.map((blobKey) => ({ kind, payload: { blobKey }, ownerId })),
    ctx.now(),
  );
  return true;
}
