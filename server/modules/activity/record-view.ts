import { type Context, withLock } from '#server/app/context.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { findCurrentView, findVisitor, insertView } from './queries.ts';

/** Requests for the same file within this time continue one view. */
export const VIEW_IDLE_TIMEOUT_MS = 10 * 60 * 1000;
/** Maximum length of a view; uninterrupted reading then starts another one. */
const MAX_VIEW_MS = 24 * 60 * 60 * 1000;

interface RecordedView {
  id: number;
  isNew: boolean;
}

/** Tells whether the view that a request belongs to is recorded, or is none that is recorded. */
export async function isViewRecorded(ctx: Context, file: LoadedFile): Promise<boolean> {
  const viewer = await findViewer(ctx, file);
  return viewer === undefined || (await findViewUnderWay(ctx, file, viewer)) !== undefined;
}

/**
 * Records that the actor views a file, or continues the current view. Views by the owner are not recorded. Call it
 * before the first byte is sent, so that nothing is viewed without a row.
 */
export async function recordView(ctx: Context, file: LoadedFile): Promise<RecordedView | undefined> {
  const viewer = await findViewer(ctx, file);
  if (!viewer) return undefined;
  // Checked first without the lock, because most requests continue a view.
  return (await findViewUnderWay(ctx, file, viewer)) ?? recordNewView(ctx, file, viewer);
}

/** Does the same for a view that was just looked for in vain. */
export async function recordMissingView(ctx: Context, file: LoadedFile): Promise<void> {
  const viewer = await findViewer(ctx, file);
  if (viewer) await recordNewView(ctx, file, viewer);
}

const recordNewView = (ctx: Context, file: LoadedFile, viewer: Viewer): Promise<RecordedView> =>
  withLock(ctx, 'file-views', async (ctx) => {
    const now = ctx.now();
    const view = { ...viewer, file_id: file.id, version: file.version, viewed_at: now, last_seen_at: now };
    const id = await insertView(ctx.db, view, underWaySince(now));
    if (id !== undefined) return { id, isNew: true };
    // Another request of the same view was first.
    const recorded = await findViewUnderWay(ctx, file, viewer);
    if (!recorded) throw new Error('The view was not recorded');
    return recorded;
  });

const underWaySince = (now: number) => ({ seen: now - VIEW_IDLE_TIMEOUT_MS, begun: now - MAX_VIEW_MS });

type Viewer = Parameters<typeof findCurrentView>[2];

async function findViewUnderWay(
  { db, now }: Context,
  file: LoadedFile,
  viewer: Viewer,
): Promise<RecordedView | undefined> {
  const id = await findCurrentView(db, file, viewer, underWaySince(now()));
  return id === undefined ? undefined : { id, isNew: false };
}

/** Returns nothing for those whose views are not recorded. */
async function findViewer({ db, actor }: Context, file: LoadedFile): Promise<Viewer | undefined> {
  if (actor.kind === 'anonymous' || (actor.kind === 'user' && actor.id === file.owner_id)) return undefined;
  // A view as a group is nobody's view.
  if (actor.kind === 'visitor' && actor.viewAs) return undefined;
  if (actor.kind === 'user') return { viewer_id: actor.id, viewer_email: null, link_id: null };
  const { email, link_id } = await findVisitor(db, actor.invitationId);
  return { viewer_id: null, viewer_email: email, link_id };
}
