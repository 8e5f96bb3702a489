import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { publish } from '#server/app/domain-events.ts';
import { AppError } from '#server/app/errors.ts';
import { loadImport } from '#server/authorization/imports/load-import.ts';
import { jobRightsOf } from '#server/authorization/job-rights.ts';
import { loadFolder } from '#server/authorization/load-folder.ts';
import { withLockAsUser } from '#server/authorization/reload-actor.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import type { BulkImport } from '#shared/contracts/imports/imports.ts';
import { holdsUnpackedBytes } from './held-queries.ts';
import { presentImport } from './presenter.ts';
import {
  countOpenImports,
  insertImport,
  measureSources,
  removeEntries,
  removeImport,
  removeSources,
  setState,
} from './queries.ts';

const IMPORT_TTL_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_OPEN_IMPORTS = 50;

const RELOAD_FOLDER = 'The folder has changed. Reload it and try again.';

/** Begins an import into a folder to which the actor may add. */
export function createImport(ctx: Context, folderId: number): Promise<BulkImport> {
  return withLockAsUser(ctx, 'uploads', async (ctx) => {
    await enforceMaintenanceMode(ctx);
    const folder = await loadFolder(ctx, folderId, 'addTo');
    const now = ctx.now();
    if ((await countOpenImports(ctx.db, ctx.actor.id, now)) >= MAX_OPEN_IMPORTS)
      throw new AppError(
        'conflict',
        `You have ${MAX_OPEN_IMPORTS} imports that were not applied. Apply or discard one, or wait until they expire.`,
      );
    const row = await insertImport(ctx.db, {
      folder_id: folderId,
      creator_id: ctx.actor.id,
      state: 'receiving',
      created_at: now,
      expires_at: now + IMPORT_TTL_MS,
    });
    await auditImport(ctx, 'import.create', folder, row.id);
    return presentImport(row, 0);
  });
}

/** Returns the state of the actor's own import. */
export async function readImport(ctx: Context, id: number): Promise<BulkImport> {
  const row = await loadImport(ctx, id);
  return presentImport(row, (await measureSources(ctx.db, id, ctx.now())).received);
}

/** Starts the check of an import whose sources have all arrived. A failed one can be checked again. */
export function requestCheck(ctx: Context, id: number): Promise<BulkImport> {
  return withLockAsUser(ctx, 'uploads', async (ctx) => {
    await loadImport(ctx, id);
    const { received, pending } = await measureSources(ctx.db, id, ctx.now());
    if (pending > 0)
      throw new AppError('conflict', 'An upload of this import is not finished. Wait for it or cancel it.');
    if (received === 0) throw new AppError('conflict', 'This import has no files yet. Upload some first.');
    const changes = { state: 'checking', error: null, report: null, steps: 0, steps_done: 0 } as const;
    if (!(await setState(ctx.db, id, ['receiving', 'checked', 'failed'], changes)))
      throw new AppError('conflict', RELOAD_FOLDER);
    const request = { importId: id, ...jobRightsOf(ctx.actor) };
    await publish(ctx, 'import.check_requested', request, { ownerId: ctx.actor.id });
    return presentImport(await loadImport(ctx, id), received);
  });
}

/** Starts adding what the import contains. Refuses an import that was not checked, or was applied already. */
export function requestApply(ctx: Context, id: number): Promise<BulkImport> {
  return withLockAsUser(ctx, 'uploads', async (ctx) => {
    await enforceMaintenanceMode(ctx);
    await loadImport(ctx, id);
    const changes = { state: 'applying', error: null, steps: 0, steps_done: 0 } as const;
    if (!(await setState(ctx.db, id, ['checked'], changes))) throw new AppError('conflict', RELOAD_FOLDER);
    const request = { importId: id, ...jobRightsOf(ctx.actor) };
    await publish(ctx, 'import.apply_requested', request, { ownerId: ctx.actor.id });
    const { received } = await measureSources(ctx.db, id, ctx.now());
    return presentImport(await loadImport(ctx, id), received);
  });
}

/**
 * Ends an import; what it added stays. A running check ends by itself. What was unpacked is still stored, so that its record
 * stays until the maintenance removes the import.
 */
export function discardImport(ctx: Context, id: number): Promise<void> {
  return withLockAsUser(ctx, 'uploads', async (ctx) => {
    const { state, folder } = await loadImport(ctx, id);
    if (state === 'applying')
      throw new AppError('conflict', 'This import is being applied. Wait until it ends.');
    if (state === 'checking' || (await holdsUnpackedBytes(ctx.db, id))) {
      await removeEntries(ctx.db, id);
      await removeSources(ctx.db, id);
      await setState(ctx.db, id, [state], { state: 'failed', expires_at: ctx.now() });
    } else await removeImport(ctx.db, id);
    if (state !== 'applied') await auditImport(ctx, 'import.discard', folder, id);
  });
}

const auditImport = (
  ctx: Context,
  action: 'import.create' | 'import.discard',
  folder: { id: number; name: string },
  importId: number,
): Promise<void> =>
  audit(ctx, {
    action,
    object: { kind: 'folder', id: folder.id, name: folder.name },
    details: { importId },
  });
