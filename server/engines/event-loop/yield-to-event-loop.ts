import { setImmediate } from 'node:timers/promises';

const MAX_SLICE_MS = 5;

/**
 * Resolves when timers and connections have had their turn. After the answer of a socket or file, the first immediate runs before
 * them, in the same pass of the event loop.
 */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * Creates a function to await between small steps of long work. It yields to the event loop once 5 ms have passed since
 * the last time, and returns nothing otherwise, so that awaiting it costs little. Concurrent parts of the work share one slice.
 */
export function createEventLoopYield(): () => Promise<void> | undefined {
  let sliceStart = performance.now();
  let pause: Promise<void> | undefined;
  return () => {
    if (!pause && performance.now() - sliceStart < MAX_SLICE_MS) return undefined;
    pause ??= yieldToEventLoop().then(() => {
      sliceStart = performance.now();
      pause = undefined;
    });
    return pause;
  };
}
