import { type Context, transaction } from '#server/app/context.ts';
import { addDays, dateOf, daysBetween, listLocalDays } from '#shared/domain/changes/local-time.ts';
import { LOOK_BACK_MS } from './source-queries.ts';
import { claimSum, ensureRows, listRoomsToSum, type RoomToSum, replaceSums } from './sum-queries.ts';

/** Few enough for a short transaction. */
const DAYS_AT_ONCE = 14;
const ROOMS_AT_ONCE = 100;

/** Stores the sums of all days that are over and cannot change any more. It may be repeated, and ended at any time. */
export async function sumDays(ctx: Context, signal: AbortSignal): Promise<void> {
  await ensureRows(ctx.db);
  for (let after = 0; ; ) {
    const rooms = await listRoomsToSum(ctx.db, after, ROOMS_AT_ONCE);
    for (const room of rooms) await sumRoom(ctx, room, signal);
    const last = rooms.at(-1);
    if (!last || rooms.length < ROOMS_AT_ONCE) return;
    after = last.room_id;
  }
}

/** Returns the last day whose views have all ended: views grow for up to a day after they began. */
const lastSettledDay = (now: number, timeZone: string): string =>
  addDays(dateOf(now - LOOK_BACK_MS, timeZone), -1);

async function sumRoom(ctx: Context, room: RoomToSum, signal: AbortSignal): Promise<void> {
  const { room_id, time_zone, created_at } = room;
  const until = lastSettledDay(ctx.now(), time_zone);
  // Views may be older than the room: its folder was one before.
  const firstDay = dateOf(created_at, time_zone);
  let summedTo = room.summed_to;
  for (;;) {
    signal.throwIfAborted();
    const from = summedTo === null ? firstDay : addDays(summedTo, 1);
    if (from > until) return;
    const to = addDays(from, Math.min(DAYS_AT_ONCE - 1, daysBetween(from, until)));
    const days = listLocalDays(from, to, time_zone);
    const before = summedTo;
    const isClaimed = await transaction(ctx, async ({ db }) => {
      // Does nothing if the time zone was changed meanwhile, or another process is ahead.
      if (!(await claimSum(db, { room_id, time_zone, summed_to: before }, to))) return false;
      await replaceSums(db, room_id, days, firstDay);
      return true;
    });
    if (!isClaimed) return;
    summedTo = to;
  }
}
