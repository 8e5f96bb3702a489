import { setImmediate } from 'node:timers/promises';

const MAX_SLICE_MS = 5;

/** To await between small steps of long work: queries that wait are answered once a slice of 5 ms is used up. */
export function createEventLoopYield(): () => Promise<void> | undefined {
  let sliceStart = performance.now();
  return () => {
    if (performance.now() - sliceStart < MAX_SLICE_MS) return undefined;
    return setImmediate().then(() => {
      sliceStart = performance.now();
    });
  };
}
