import type { Context } from '#server/app/context.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

export interface Share {
  readonly all: number;
  /** Of these, how many a run would remove now. */
  readonly due: number;
}

/** Something tidied up every day. */
export interface Task {
  /** What is done without being counted; returns how many it removed. */
  begin?(ctx: Context, signal: AbortSignal): Promise<number>;
  count(ctx: Context, signal: AbortSignal): Promise<Share>;
  /** Removes what is due, `counted` a moment before, in slices; returns how many. Broken off and begun again it does the rest. */
  remove(ctx: Context, signal: AbortSignal, counted: number): Promise<number>;
  /** Whether so many are suspicious; by default `isSuspicious`. */
  readonly brake?: (share: Share) => boolean;
}

const MOST_UNASKED = 100;
const LARGEST_SHARE = 0.2;

/** More than an ordinary day brings: a clock that jumped, or a database that is not the objects' own. */
export const isSuspicious = ({ all, due }: Share): boolean => due > MOST_UNASKED && due > all * LARGEST_SHARE;

/** Repeats a step that removes some until it finds none; returns how many in all. */
export async function inSlices(signal: AbortSignal, step: () => Promise<number>): Promise<number> {
  for (let sum = 0; ; ) {
    signal.throwIfAborted();
    const removed = await step();
    if (removed === 0) return sum;
    sum += removed;
  }
}
