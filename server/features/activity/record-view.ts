import type { LoadedFile } from '#server/access/load-file.ts';
import { type Context, transactionAlone } from '#server/context.ts';
import { findVisitorEmail, hasViewSince, insertView } from './queries.ts';

/** A viewer asks for a document in many pieces, and for the same one again soon: that is one view. */
const ONE_VIEW_MS = 10 * 60 * 1000;

/**
 * Notes that the actor sees this file, once in ten minutes; the owner's own looks are no news to them. To be called
 * before the first byte leaves, so that nothing is seen without its row.
 */
export async function recordView(ctx: Context, file: LoadedFile): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'nobody' || (actor.kind === 'user' && actor.id === file.owner_id)) return;
  const viewer =
    actor.kind === 'user'
      ? { viewer_id: actor.id, viewer_email: null }
      : { viewer_id: null, viewer_email: await findVisitorEmail(ctx.db, actor.invitationId) };
  const now = ctx.now();
  const isKnown = (ctx: Context) => hasViewSince(ctx.db, file.id, viewer, now - ONE_VIEW_MS);
  // Asked first without the lock, since most requests are for a further piece.
  if (await isKnown(ctx)) return;
  await transactionAlone(ctx, 'file-views', async (ctx) => {
    if (await isKnown(ctx)) return;
    await insertView(ctx.db, { ...viewer, file_id: file.id, viewed_at: now });
  });
}
