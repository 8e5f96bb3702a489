import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { PageRequest } from '#shared/contracts/fields/base-fields.ts';
import type { ScannerStatus, WithheldFile } from '#shared/contracts/virus-scans/virus-scans.ts';
import { isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import * as queries from './queries.ts';

/** Lists files that are withheld because of their virus scan, newest first; one more than `limit`. */
export async function listWithheldFiles(ctx: Context, page: PageRequest): Promise<WithheldFile[]> {
  authorizeSystemAction(ctx.actor, 'manageMaintenance');
  const files = await queries.listWithheldFiles(ctx.db, ctx.actor, page);
  const versions = Map.groupBy(
    await queries.listWithheldVersions(
      ctx.db,
      files.map(({ id }) => id),
    ),
    ({ file_id }) => file_id,
  );
  return files.map(({ id, name, owner_name, folder_id }) => ({
    id,
    name,
    ownerName: owner_name,
    folderId: folder_id,
    versions: (versions.get(id) ?? []).map(({ number, scan_state, scan_result, scanned_at }) => ({
      number,
      scan: scan_state,
      result: scan_result,
      scannedAt: isoInstantOrNull(scanned_at),
    })),
  }));
}

/** Describes whether a virus scanner is configured and answers, and what waits for it. */
export async function readScannerStatus(ctx: Context): Promise<ScannerStatus> {
  authorizeSystemAction(ctx.actor, 'manageMaintenance');
  const { count, since } = await queries.countWaiting(ctx.db);
  const answers = await ctx.virusScanner?.check().then(
    () => true,
    () => false,
  );
  return {
    state: answers === undefined ? 'off' : answers ? 'available' : 'unavailable',
    waiting: count,
    waitingSince: isoInstantOrNull(since),
  };
}
