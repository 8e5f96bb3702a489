import { AppError } from '#server/app/errors.ts';

/** Who comes when so many wait already is told to come back: each waits for drawings of a tenth of a second. */
const MAX_WAITING = 200;

/** Lets at most so many work at a time; the rest wait in order. */
export function createSemaphore(maxConcurrent: number): { run<T>(work: () => Promise<T>): Promise<T> } {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (waiting.length >= MAX_WAITING) {
        throw new AppError(
          'unavailable',
          'Many pages are being drawn just now. Please try again in a moment.',
        );
      }
      if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        // The turn passes on as it is, so that nobody who comes in between can take it.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
