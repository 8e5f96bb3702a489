export interface CircuitBreaker {
  /** Whether to ask at all. After a pause one question is let through, to see whether things are well again. */
  allowsRequest(): boolean;
  recordSuccess(): void;
  recordFailure(): void;
}

interface CircuitBreakerOptions {
  /** So many failures in a row, and it is left alone. */
  failureThreshold: number;
  resetTimeoutMs: number;
  now(): number;
}

const FAILURE_THRESHOLD = 5;
const RESET_TIMEOUT_MS = 30_000;

/** The patience with models, wherever they run. */
export const createModelCircuitBreaker = (now: () => number): CircuitBreaker =>
  createCircuitBreaker({ failureThreshold: FAILURE_THRESHOLD, resetTimeoutMs: RESET_TIMEOUT_MS, now });

/** Spares a service that is down, and those who would wait for it. Each process finds out for itself. */
export function createCircuitBreaker({
  failureThreshold,
  resetTimeoutMs,
  now,
}: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0;
  let nextTrialAt = 0;
  return {
    allowsRequest() {
      if (failures < failureThreshold) return true;
      if (now() < nextTrialAt) return false;
      // Moved on at once: others wait for this trial, and one that is never reported holds up nobody for good.
      nextTrialAt = now() + resetTimeoutMs;
      return true;
    },
    recordSuccess() {
      failures = 0;
    },
    recordFailure() {
      failures += 1;
      nextTrialAt = now() + resetTimeoutMs;
    },
  };
}
