import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import { insertHeldBytes, sumHeldBytes } from './held-queries.ts';
import type { PlannedFile } from './plan-entries.ts';

/** Limit of what the imports of a user hold together, in units of the ceiling of one. */
const MAX_HELD_CEILINGS = 3;

export const importCeilingBytes = ({ config }: Pick<Context, 'config'>): number =>
  config.importCeilingMb * 1024 * 1024;

/** Refuses further bytes of a user whose imports would hold too much. */
export async function assertHeldFits(ctx: Context, creatorId: number, adding: number): Promise<void> {
  const held = await sumHeldBytes(ctx.db, creatorId);
  if (held + adding > MAX_HELD_CEILINGS * importCeilingBytes(ctx))
    throw new AppError(
      'conflict',
      'Your imports hold too much. Apply or discard some and wait a day, or wait until they expire.',
    );
}

const sumSizes = (files: readonly PlannedFile[]): number =>
  files.reduce((sum, { candidate }) => sum + candidate.size, 0);

/**
 * Records what a check is about to unpack, before it stores anything. Refuses when the files would exceed the quota of the user,
 * or the imports of the user would hold too much; one check after the other decides.
 */
export function holdUnpackedBytes(
  before: Context,
  { importId, creatorId }: { importId: number; creatorId: number },
  files: readonly PlannedFile[],
): Promise<void> {
  return withLock(before, 'uploads', async (ctx) => {
    const unpacked = sumSizes(files.filter(({ candidate }) => !candidate.blob));
    await assertHeldFits(ctx, creatorId, unpacked);
    await assertQuota(ctx, creatorId, { bytes: sumSizes(files) });
    if (unpacked > 0) await insertHeldBytes(ctx.db, importId, unpacked);
  });
}
