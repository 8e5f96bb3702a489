import type { Context } from '#server/app/context.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

export interface RemovalShare {
  readonly all: number;
  /** Of these, how many a run would remove now. */
  readonly due: number;
}

/** Something tidied up every day. */
export interface MaintenanceTask {
  /** What is done without being counted; returns how many it removed. */
  prepare?(ctx: Context, signal: AbortSignal): Promise<number>;
  count(ctx: Context, signal: AbortSignal): Promise<RemovalShare>;
  /** Removes what is due, `counted` a moment before, in slices; returns how many. Broken off and begun again it does the rest. */
  remove(ctx: Context, signal: AbortSignal, counted: number): Promise<number>;
  /** Whether so many are suspicious; by default `isSuspicious`. */
  readonly exceedsThreshold?: (share: RemovalShare) => boolean;
}

const SAFETY_THRESHOLD_COUNT = 100;
const SAFETY_THRESHOLD_SHARE = 0.2;

/** More than an ordinary day brings: a clock that jumped, or a database that is not the objects' own. */
export const exceedsSafetyThreshold = ({ all, due }: RemovalShare): boolean =>
  due > SAFETY_THRESHOLD_COUNT && due > all * SAFETY_THRESHOLD_SHARE;

/** Repeats a step that removes some until it finds none; returns how many in all. */
export async function removeInBatches(signal: AbortSignal, step: () => Promise<number>): Promise<number> {
  for (let sum = 0; ; ) {
    signal.throwIfAborted();
    const removed = await step();
    if (removed === 0) return sum;
    sum += removed;
  }
}
