import { audit } from '#server/app/audit.ts';
import { type Context, transaction } from '#server/app/context.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { assertRateLimit, countAttempt, type RateLimitKey } from '#server/authorization/rate-limits.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { recordViewTime as contract, PageTime } from '#shared/contracts/file-views.ts';
import { addPageTimes, findViewTime, setReceivedBatches, touchView } from './page-times-queries.ts';
import { recordView, VIEW_IDLE_TIMEOUT_MS } from './record-view.ts';

/** Limits the batches of view times per actor, because each one is a write to the disk. */
async function limitViewTimeBatches(ctx: Context): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous') return;
  const id = actor.kind === 'user' ? actor.id : actor.invitationId;
  const counted: RateLimitKey[] = [{ kind: 'reading', name: `${actor.kind} ${id}` }];
  await assertRateLimit(ctx, counted);
  // Counted in the transaction of the batch, so that both cost one write.
  await countAttempt(ctx, counted);
}

/** Tolerance of two heartbeats, for times measured before the view was recorded and for late batches. */
const CLOCK_TOLERANCE_MS = 10_000;
/** Repeated batches arrive within moments; meanwhile several windows may send theirs. */
const MAX_REMEMBERED_BATCHES = 30;

/**
 * Adds a batch of view times to the actor's current view of a file, or starts a view. The total of a view never exceeds
 * the time since it began. Returns whether anything is recorded.
 */
export async function recordViewTime(
  ctx: Context,
  fileId: number,
  { batch, pages }: BodyOf<typeof contract>,
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const file = await loadFile(ctx, fileId, 'view');
    // Nothing counts while a manager views a room as a group.
    if (ctx.actor.kind === 'visitor' && ctx.actor.viewAs) return false;
    await limitViewTimeBatches(ctx);
    const view = await recordView(ctx, file);
    if (!view) return false;
    if (view.isNew) {
      const object = { kind: 'file', id: file.id, name: file.name };
      const details = { version: file.version };
      await audit(ctx, { action: 'file.view', object, details, onceWithinMs: VIEW_IDLE_TIMEOUT_MS });
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

/** Caps view times at a total of `remainingMs`, first pages first. */
function capViewTimes(remainingMs: number, pages: readonly PageTime[]): PageTime[] {
  let left = Math.max(0, remainingMs);
  return pages.flatMap(({ page, ms }) => {
    const counted = Math.min(ms, left);
    left -= counted;
    return counted > 0 ? [{ page, ms: counted }] : [];
  });
}
