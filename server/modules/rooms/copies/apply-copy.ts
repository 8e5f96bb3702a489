import { audit } from '#server/app/audit.ts';
import { type Context, withLock } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { JobRights } from '#server/authorization/job-rights.ts';
import { asUser } from '#server/authorization/reload-actor.ts';
import { enforceMaintenanceMode } from '#server/modules/settings/enforce-maintenance-mode.ts';
import type { CopiedEntry } from '#shared/contracts/rooms/copies.ts';
import { insertCopies } from './insert-copies.ts';
import { loadPlaces } from './load-places.ts';
import { planCopy } from './plan-copy.ts';
import { type CopyRow, findCopy, setCopy } from './queries.ts';

const FAILED = 'Something went wrong on our side. Nothing was copied. Try again.';

interface Copied extends JobRights {
  readonly entries: readonly CopiedEntry[];
}

/**
 * Makes a copy in one transaction, with the rights that its creator has now: after a crash there is all of it or nothing, and
 * the job does it again. A refusal is kept with the copy.
 */
export async function applyCopy(system: Context, copyId: number, copied: Copied): Promise<void> {
  await setCopy(system.db, copyId, { state: 'running' });
  try {
    await withLock(system, 'folder-tree', async (ctx) => {
      const copy = await findCopy(ctx.db, copyId);
      if (copy?.state === 'running') await copyAll(ctx, copy, copied);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await setCopy(system.db, copyId, { state: 'failed', error: error.message, finished_at: system.now() });
  }
}

async function copyAll(system: Context, copy: CopyRow, { entries, ...rights }: Copied): Promise<void> {
  const ctx = await asUser(system, copy.requested_by_id, rights);
  await enforceMaintenanceMode(ctx);
  const places = await loadPlaces(ctx, { roomId: copy.room_id, folderId: copy.folder_id });
  const plan = await planCopy(ctx, places, entries);
  const added = await insertCopies(ctx, { copyId: copy.id, target: places.target, plan });
  await audit(ctx, {
    action: 'copy.apply',
    object: { kind: 'folder', id: places.target.id, name: places.target.name },
    details: { copyId: copy.id, ...added, bytes: plan.bytes },
  });
  await setCopy(ctx.db, copy.id, { state: 'done', ...added, finished_at: ctx.now() });
}

/** Records after the last attempt that a copy could not be made. */
export const abandonCopy = ({ db, now }: Context, copyId: number): Promise<void> =>
  setCopy(db, copyId, { state: 'failed', error: FAILED, finished_at: now() });
