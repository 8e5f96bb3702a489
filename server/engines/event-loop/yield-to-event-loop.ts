import { setImmediate } from 'node:timers/promises';

const MAX_SLICE_MS = 5;

/**
 * Creates a function to await between small steps of long work. It yields to the event loop once 5 ms have passed since
 * the last time, and returns nothing otherwise, so that awaiting it costs little.
 */
export function createEventLoopYield(): () => Promise<void> | undefined {
  let sliceStart = performance.now();
  return () => {
    if (performance.now() - sliceStart < MAX_SLICE_MS) return undefined;
    return setImmediate().then(() => {
      sliceStart = performance.now();
    });
  };
}
