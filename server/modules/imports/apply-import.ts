import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadImport } from '#server/authorization/imports/load-import.ts';
import type { JobRights } from '#server/authorization/job-rights.ts';
import { asUser, type UserContext } from '#server/authorization/reload-actor.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import type { ImportReport } from '#shared/contracts/imports/imports.ts';
import type { ManifestLevels } from './compare-with-manifest.ts';
import { removeLastHeldBytes } from './held-queries.ts';
import { insertTree } from './insert-tree.ts';
import { findImport, removeEntries, removeSources, setState } from './queries.ts';

/**
 * Adds everything of a checked import in one transaction, whose objects are stored already: after a crash there is all of it or
 * nothing, and the job does it again. A refusal leaves the import as it was, with the reason.
 */
export async function applyImport(
  system: Context,
  { importId, ...rights }: { importId: number } & JobRights,
  levels: ManifestLevels,
): Promise<void> {
  const row = await findImport(system.db, importId);
  if (row?.state !== 'applying') return;
  try {
    await withLock(system, 'folder-tree', async (before) => {
      // The rights of the creator are read under the lock, like those of an upload.
      const ctx = await asUser(before, row.creator_id, rights);
      await enforceMaintenanceMode(ctx);
      await addAll(ctx, importId, levels);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await setState(system.db, importId, ['applying'], { state: 'checked', error: error.message });
  }
}

async function addAll(ctx: UserContext, importId: number, levels: ManifestLevels): Promise<void> {
  const loaded = await loadImport(ctx, importId);
  // Another worker may have added it while this one waited for the lock.
  if (loaded.state !== 'applying') return;
  const report: ImportReport = JSON.parse(loaded.report ?? '{}');
  const added = await insertTree(ctx, loaded, levels);
  await audit(ctx, {
    action: 'import.apply',
    object: { kind: 'folder', id: loaded.folder.id, name: loaded.folder.name },
    details: { importId, ...added, bytes: report.bytes },
  });
  const isApplied = await setState(ctx.db, importId, ['applying'], {
    state: 'applied',
    applied_at: ctx.now(),
  });
  // Nothing is added that another worker has reported as failed meanwhile.
  if (!isApplied) throw new Error('The import has ended before all of it was added.');
  // From now on the files name their bytes; those of the archive are no longer needed.
  await removeEntries(ctx.db, importId);
  await removeLastHeldBytes(ctx.db, importId);
  await removeSources(ctx.db, importId);
}
