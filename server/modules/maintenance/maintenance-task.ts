import type { Context } from '#server/app/context.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

export interface RemovalShare {
  readonly all: number;
  /** How many of them a run would remove now. */
  readonly due: number;
}

/** Daily cleanup of one kind of data. */
export interface MaintenanceTask {
  /** Runs before the count and without the safety threshold; returns how many items it removed. */
  prepare?(ctx: Context, signal: AbortSignal): Promise<number>;
  count(ctx: Context, signal: AbortSignal): Promise<RemovalShare>;
  /**
   * Removes the due items in batches; returns how many. `counted` is their number before. A repeated run does the
   * rest.
   */
  remove(ctx: Context, signal: AbortSignal, counted: number): Promise<number>;
  /** Decides whether a run is paused; `exceedsSafetyThreshold` by default. */
  readonly exceedsThreshold?: (share: RemovalShare) => boolean;
}

const SAFETY_THRESHOLD_COUNT = 100;
const SAFETY_THRESHOLD_SHARE = 0.2;

/** Detects more removals than usual: a wrong clock, or a database that does not belong to the objects. */
export const exceedsSafetyThreshold = ({ all, due }: RemovalShare): boolean =>
  due > SAFETY_THRESHOLD_COUNT && due > all * SAFETY_THRESHOLD_SHARE;

/** Repeats a step until it removes nothing; returns the total. */
export async function removeInBatches(signal: AbortSignal, step: () => Promise<number>): Promise<number> {
  for (let sum = 0; ; ) {
    signal.throwIfAborted();
    const removed = await step();
    if (removed === 0) return sum;
    sum += removed;
  }
}
