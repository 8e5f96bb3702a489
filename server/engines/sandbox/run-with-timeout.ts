import { createContext, Script } from 'node:vm';

const call = new Script('work()');

/** Work that was ended because it took too long. */
export class TimeoutExceededError extends Error {
  constructor() {
    super('The work took too long');
    this.name = 'TimeoutExceededError';
  }
}

/**
 * Runs work that waits for nothing, and ends it when it takes too long, even in an endless loop. The parent kills a process
 * that is late as well; this holds when the parent is gone, so that no orphan runs for ever.
 */
export function runWithTimeout<T>(work: () => T, timeoutMs: number): T {
  let result: { value: T } | undefined;
  const context = createContext({
    work: () => {
      result = { value: work() };
    },
  });
  try {
    call.runInContext(context, { timeout: timeoutMs });
  } catch (error) {
    const isLate = error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isLate ? new TimeoutExceededError() : error;
  }
  if (!result) throw new Error('the work was not done');
  return result.value;
}
