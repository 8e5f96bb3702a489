export interface CircuitBreaker {
  /** Whether to ask at all. After a pause one question is let through, to see whether things are well again. */
  admits(): boolean;
  succeeded(): void;
  failed(): void;
}

interface Patience {
  /** So many failures in a row, and it is left alone. */
  mostFailures: number;
  pauseMs: number;
  now(): number;
}

const MOST_FAILURES = 5;
const PAUSE_MS = 30_000;

/** The patience with models, wherever they run. */
export const createModelBreaker = (now: () => number): CircuitBreaker =>
  createCircuitBreaker({ mostFailures: MOST_FAILURES, pauseMs: PAUSE_MS, now });

/** Spares a service that is down, and those who would wait for it. Each process finds out for itself. */
export function createCircuitBreaker({ mostFailures, pauseMs, now }: Patience): CircuitBreaker {
  let failures = 0;
  let nextTrialAt = 0;
  return {
    admits() {
      if (failures < mostFailures) return true;
      if (now() < nextTrialAt) return false;
      // Moved on at once: others wait for this trial, and one that is never reported holds up nobody for good.
      nextTrialAt = now() + pauseMs;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      nextTrialAt = now() + pauseMs;
    },
  };
}
