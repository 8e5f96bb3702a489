import { setImmediate } from 'node:timers/promises';

const longestSlice = 5;

/** To await between small steps of long work: queries that wait are answered once a slice of 5 ms is used up. */
export function createBreather(): () => Promise<void> | undefined {
  let sliceStart = performance.now();
  return () => {
    if (performance.now() - sliceStart < longestSlice) return undefined;
    return setImmediate().then(() => {
      sliceStart = performance.now();
    });
  };
}
