import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { recordViewTime as contract, PageTime } from '#shared/contracts/file-views.ts';
import { limitViewTimeBatches } from './limit-view-times.ts';
import { addPageTimes, findViewTime, setReceivedBatches, touchView } from './page-times-queries.ts';
import { recordView, VIEW_IDLE_TIMEOUT_MS } from './record-view.ts';

/** Two heartbeats: what a batch tells of was seen before the view itself was heard of, or came late. */
const CLOCK_TOLERANCE_MS = 10_000;
/** A batch comes twice within moments if at all; in that time several windows may send theirs. */
const MAX_REMEMBERED_BATCHES = 30;

/**
 * Adds to the actor's own view of a file, which is begun where there is none: no batch can name another's. All pages of a
 * view are never longer in view than has passed since it began, whatever is told. Answers whether anything is recorded.
 */
export async function recordViewTime(
  ctx: Context,
  fileId: number,
  { batch, pages }: BodyOf<typeof contract>,
): Promise<boolean> {
  const file = await loadFile(ctx, fileId, 'view');
  return transaction(ctx, async (ctx) => {
    await limitViewTimeBatches(ctx);
    const view = await recordView(ctx, file);
    if (!view) return false;
    if (view.isNew) {
      const object = { kind: 'file', id: file.id, name: file.name };
      await audit(ctx, { action: 'file.view', object, onceWithinMs: VIEW_IDLE_TIMEOUT_MS });
    }
    const now = ctx.now();
    const { viewed_at, counted_batches } = await touchView(ctx.db, view.id, now);
    const received: number[] = JSON.parse(counted_batches);
    if (received.includes(batch)) return true;
    const passed = now - viewed_at + CLOCK_TOLERANCE_MS;
    const times = capViewTimes(passed - (await findViewTime(ctx.db, view.id)), pages);
    await addPageTimes(ctx.db, view.id, times);
    await setReceivedBatches(ctx.db, view.id, [...received, batch].slice(-MAX_REMEMBERED_BATCHES));
    return true;
  });
}

/** The first of the times, as many as there is room for. */
function capViewTimes(room: number, pages: readonly PageTime[]): PageTime[] {
  let left = Math.max(0, room);
  return pages.flatMap(({ page, ms }) => {
    const counted = Math.min(ms, left);
    left -= counted;
    return counted > 0 ? [{ page, ms: counted }] : [];
  });
}
