import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadImport } from '#server/authorization/imports/load-import.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { discardBytes } from '#server/modules/files/store-bytes.ts';
import { insertStoredBlob } from '#server/modules/files/upload/insert-upload.ts';
import { assertQuota } from '#server/modules/quotas/assert-quota.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import { assertHeldFits, importCeilingBytes } from './hold-bytes.ts';
import { insertSource, measureSources, setState } from './queries.ts';

/** More files than a room holds. */
const MAX_SOURCES = 100_000;

/** Refuses unless the import still receives sources from the actor, whose rights are read again. */
export async function reauthorizeSource(ctx: Context, importId: number) {
  const current = await reloadUser(ctx);
  await enforceMaintenanceMode(current);
  const { state } = await loadImport(current, importId);
  if (state !== 'receiving' && state !== 'failed')
    throw new AppError('conflict', 'This import was checked already. Begin another one.');
  return current;
}

/** Refuses a further source of this many bytes that would exceed a limit of the import or of its creator. */
export async function assertSourceFits(ctx: Context, importId: number, adding: number): Promise<void> {
  const { received, pending, bytes } = await measureSources(ctx.db, importId, ctx.now());
  if (bytes + adding > importCeilingBytes(ctx))
    throw new AppError(
      'too-large',
      `An import can have at most ${ctx.config.importCeilingMb} MB. Split it into several.`,
    );
  if (received + pending >= MAX_SOURCES)
    throw new AppError('conflict', `An import can have at most ${MAX_SOURCES} files. Split it into several.`);
  const { id } = (await reloadUser(ctx)).actor;
  await assertHeldFits(ctx, id, adding);
  await assertQuota(ctx, id, { bytes: bytes + adding });
}

/** Adds stored bytes to an import as a source, in one transaction that includes `alongside`; removes them when it fails. */
export async function commitSource(
  ctx: Context,
  blob: StoredBlob,
  { importId, path }: { importId: number; path: string },
  alongside: (ctx: Context, source: { id: number }) => Promise<void>,
): Promise<{ id: number }> {
  try {
    return await withLock(ctx, 'uploads', async (before) => {
      const ctx = await reauthorizeSource(before, importId);
      await insertStoredBlob(ctx, blob);
      const id = await insertSource(ctx.db, {
        import_id: importId,
        path,
        blob_key: blob.key,
        size: blob.size,
      });
      await setState(ctx.db, importId, ['failed'], { state: 'receiving', error: null });
      await alongside(ctx, { id });
      return { id };
    });
  } catch (error) {
    await discardBytes(ctx, blob, error);
    throw error;
  }
}
