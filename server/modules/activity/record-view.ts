import { type Context, withLock } from '#server/app/context.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { findCurrentView, findVisitorEmail, insertView } from './queries.ts';

/** A viewer asks for a document in many pieces, and for the same one again soon: that is one view. */
export const VIEW_IDLE_TIMEOUT_MS = 10 * 60 * 1000;
/** Whoever reads on without a pause begins another view after so long. */
const MAX_VIEW_MS = 24 * 60 * 60 * 1000;

interface RecordedView {
  id: number;
  isNew: boolean;
}

/**
 * Notes that the actor sees this file: one view as long as it is heard of again within ten minutes. The owner's own looks
 * are no news to them: there is none. To be called before the first byte leaves, so that nothing is seen without its row.
 */
export async function recordView(ctx: Context, file: LoadedFile): Promise<RecordedView | undefined> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous' || (actor.kind === 'user' && actor.id === file.owner_id)) return undefined;
  const viewer =
    actor.kind === 'user'
      ? { viewer_id: actor.id, viewer_email: null }
      : { viewer_id: null, viewer_email: await findVisitorEmail(ctx.db, actor.invitationId) };
  const now = ctx.now();
  const findCurrent = async ({ db }: Context): Promise<RecordedView | undefined> => {
    const since = { seen: now - VIEW_IDLE_TIMEOUT_MS, begun: now - MAX_VIEW_MS };
    const id = await findCurrentView(db, file.id, viewer, since);
    return id === undefined ? undefined : { id, isNew: false };
  };
  // Asked first without the lock, since most requests are for a further piece.
  const current = await findCurrent(ctx);
  if (current) return current;
  return withLock(ctx, 'file-views', async (ctx) => {
    const recorded = await findCurrent(ctx);
    if (recorded) return recorded;
    const view = { ...viewer, file_id: file.id, viewed_at: now, last_seen_at: now };
    return { id: await insertView(ctx.db, view), isNew: true };
  });
}
