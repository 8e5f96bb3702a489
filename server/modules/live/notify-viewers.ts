import type { Context } from '#server/app/context.ts';
import { findAskedGroupIds } from '#server/authorization/live/asked-approvals.ts';
import { findSight, type Sight } from '#server/authorization/live/find-sight.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import { mayChangeSight, mayConcern, notify, type Viewer } from './live-viewer.ts';
import { notifyContents } from './notify-contents.ts';
import type { Announced } from './parse-announcement.ts';
import { listRootIds } from './queries.ts';

/** Viewers for whom the database is asked at the same time. */
const PARALLEL_VIEWERS = 4;

/** Runs work for each item, a few at a time. */
export async function forEachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items].reverse();
  const next = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL_VIEWERS }, next));
}

/** The folders that changes name. */
const foldersOf = (announced: Announced): readonly number[] => {
  if (announced.kind === 'file' || announced.kind === 'staff') return [announced.folderId];
  if (announced.kind === 'folder') return [announced.id];
  return announced.kind === 'rights' && announced.of === 'folder' ? [announced.id] : [];
};

/** A viewer whose sight was read again because of contents, with the one before. */
interface RereadSight {
  readonly viewer: Viewer;
  readonly before: Sight | undefined;
}

/**
 * Notes for each viewer what changed of what they may see now. `refresh` reads their rights again, and drops those who have lost
 * them. Returns whose sight was read again because of contents.
 */
export async function notifyViewers(
  ctx: Context,
  viewers: readonly Viewer[],
  announced: readonly Announced[],
  refresh: (viewers: readonly Viewer[]) => Promise<readonly Viewer[]>,
): Promise<readonly RereadSight[]> {
  const rootIds = await listRootsOf(ctx, announced);
  const askedGroupIds = await findAskedGroupIds(
    ctx.db,
    announced.flatMap((each) => (each.kind === 'staff' && each.topic === 'room' ? each.folderId : [])),
  );
  const reread: RereadSight[] = [];
  const concerns = (viewer: Viewer) => (each: Announced) => mayConcern(viewer, each, rootIds, askedGroupIds);
  const concerned = viewers.filter((viewer) => announced.some(concerns(viewer)));
  const remaining = await refresh(concerned);
  await forEachOf(remaining, async (viewer) => {
    const own = { ...ctx, actor: viewer.actor };
    if (announced.some((each) => mayChangeSight(viewer, each, rootIds)))
      await notifyAccess(own, viewer, announced);
    const concerning = announced.filter(concerns(viewer));
    await notifyContents(own, viewer, concerning);
    for (const each of concerning) if (each.kind === 'person') notify(viewer, { topic: each.topic });
    // So that a later change of rights is compared with what they saw just before it.
    if (viewer.isSightOutdated) {
      reread.push({ viewer, before: viewer.sight });
      viewer.sight = await findSight(own.db, own);
    }
    viewer.isSightOutdated = false;
  });
  return reread;
}

/**
 * Tells these viewers of announcements that came while their sight was read again: it may show the changes already, so that
 * comparing it with the next one would show no difference.
 */
export async function notifyOverlooked(
  ctx: Context,
  reread: readonly RereadSight[],
  announced: readonly Announced[],
): Promise<void> {
  const rootIds = await listRootsOf(ctx, announced);
  for (const { viewer, before } of reread) {
    const [earlier, later] = [{ ...viewer, sight: before }, viewer];
    const isOverlooked = (each: Announced) =>
      mayChangeSight(earlier, each, rootIds) || mayChangeSight(later, each, rootIds);
    if (announced.some(isOverlooked)) notify(viewer, { topic: 'access' });
  }
}

function listRootsOf(ctx: Context, announced: readonly Announced[]): ReturnType<typeof listRootIds> {
  const folderIds = new Set(announced.flatMap(foldersOf));
  folderIds.delete(0);
  return listRootIds(ctx, [...folderIds]);
}

/** Tells a viewer that they see more or less, if they do: a change that shows them nothing new is not announced to them. */
async function notifyAccess(ctx: Context, viewer: Viewer, announced: readonly Announced[]): Promise<void> {
  const { actor } = viewer;
  const before = viewer.sight;
  viewer.sight = await findSight(ctx.db, ctx);
  const isNamed = announced.some(
    (each) => each.kind === 'rights' && each.of === 'user' && actor.kind === 'user' && each.id === actor.id,
  );
  if ((before && before.digest !== viewer.sight.digest) || (isAdmin(actor) && isNamed))
    notify(viewer, { topic: 'access' });
}
