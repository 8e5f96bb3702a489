import { type Context, type Services, systemContext, withLock } from '#server/app/context.ts';
import { loadRequester } from './apply-for-requester.ts';
import { applyPublication } from './apply-publication.ts';
import { APPROVED_BY_NO_MANAGER, needsApproval } from './approval-rule.ts';
import { hashDrafts } from './difference.ts';
import { findPublication, listToCompare, type PublicationRow } from './publication-queries.ts';
import { CHANGED_SINCE, RefusedPublication, refusalOf, voidPublication } from './void-publication.ts';

const PUBLICATIONS_PER_STATEMENT = 100;

/** Applies one publication whose time has come, or voids it with the reason if it is refused. Throws what may succeed later. */
export async function applyDuePublication(system: Context, id: number): Promise<void> {
  try {
    await withLock(system, 'folder-tree', async (before) => {
      const publication = await findPublication(before.db, id);
      // Another process may have been first.
      if (publication?.state !== 'scheduled' || publication.publish_at > before.now()) return;
      const { requester, room } = await loadRequester(before, publication);
      if (await hasChanged(requester, publication)) throw new RefusedPublication(CHANGED_SINCE);
      if (publication.decided_by_id === null && (await needsApproval(requester, room.id)))
        throw new RefusedPublication(APPROVED_BY_NO_MANAGER);
      await applyPublication(requester, room, publication);
    });
  } catch (error) {
    const refusal = error instanceof RefusedPublication ? error : refusalOf(error);
    if (!refusal) throw error;
    await voidPublication(system, id, refusal.reason);
  }
}

const hasChanged = async (ctx: Context, { id, room_id, state_hash }: PublicationRow): Promise<boolean> =>
  state_hash !== null && (await hashDrafts(ctx, room_id, id)) !== state_hash;

/** Voids publications that are no longer what was requested or approved, so that their managers learn of it before the date. */
export async function voidChangedPublications(services: Services, signal: AbortSignal): Promise<void> {
  const system = systemContext(services);
  for (let after = 0; ; ) {
    const waiting = await listToCompare(services.db, after, PUBLICATIONS_PER_STATEMENT);
    for (const publication of waiting) {
      signal.throwIfAborted();
      if (await hasChanged(system, publication)) await voidPublication(system, publication.id, CHANGED_SINCE);
    }
    const last = waiting.at(-1);
    if (!last) return;
    after = last.id;
  }
}
