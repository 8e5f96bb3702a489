import { loadFile } from '#server/authorization/load-file.ts';
import { record } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { noteReading as contract, PageTime } from '#shared/contracts/file-views.ts';
import { limitReadings } from './limit-view-times.ts';
import { addPageTimes, findTimeInView, hearOfView, setToldBatches } from './page-times-queries.ts';
import { ONE_VIEW_MS, recordView } from './record-view.ts';

/** Two heartbeats: what a batch tells of was seen before the view itself was heard of, or came late. */
const LEEWAY_MS = 10_000;
/** A batch comes twice within moments if at all; in that time several windows may send theirs. */
const REMEMBERED_BATCHES = 30;

/**
 * Adds to the actor's own view of a file, which is begun where there is none: no batch can name another's. All pages of a
 * view are never longer in view than has passed since it began, whatever is told. Answers whether anything is recorded.
 */
export async function noteReading(
  ctx: Context,
  fileId: number,
  { batch, pages }: BodyOf<typeof contract>,
): Promise<boolean> {
  const file = await loadFile(ctx, fileId, 'view');
  return transaction(ctx, async (ctx) => {
    await limitReadings(ctx);
    const view = await recordView(ctx, file);
    if (!view) return false;
    if (view.isNew) {
      const object = { kind: 'file', id: file.id, name: file.name };
      await record(ctx, { action: 'file.view', object, onceWithinMs: ONE_VIEW_MS });
    }
    const now = ctx.now();
    const { viewed_at, told_batches } = await hearOfView(ctx.db, view.id, now);
    const told: number[] = JSON.parse(told_batches);
    if (told.includes(batch)) return true;
    const passed = now - viewed_at + LEEWAY_MS;
    const times = cutTo(passed - (await findTimeInView(ctx.db, view.id)), pages);
    await addPageTimes(ctx.db, view.id, times);
    await setToldBatches(ctx.db, view.id, [...told, batch].slice(-REMEMBERED_BATCHES));
    return true;
  });
}

/** The first of the times, as many as there is room for. */
function cutTo(room: number, pages: readonly PageTime[]): PageTime[] {
  let left = Math.max(0, room);
  return pages.flatMap(({ page, ms }) => {
    const counted = Math.min(ms, left);
    left -= counted;
    return counted > 0 ? [{ page, ms: counted }] : [];
  });
}
