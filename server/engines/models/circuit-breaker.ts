export interface CircuitBreaker {
  /** Returns whether a request may be sent. After the reset timeout one trial request is allowed. */
  allowsRequest(): boolean;
  recordSuccess(): void;
  recordFailure(): void;
}

interface CircuitBreakerOptions {
  /** Consecutive failures after which requests are refused. */
  failureThreshold: number;
  resetTimeoutMs: number;
  now(): number;
}

const FAILURE_THRESHOLD = 5;
const RESET_TIMEOUT_MS = 30_000;

/** Creates the breaker that all models use, remote or local. */
export const createModelCircuitBreaker = (now: () => number): CircuitBreaker =>
  createCircuitBreaker({ failureThreshold: FAILURE_THRESHOLD, resetTimeoutMs: RESET_TIMEOUT_MS, now });

/** Creates a circuit breaker, which refuses requests to a failing service. Its state is kept per process. */
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
      // Moved at once, so that only one request is a trial, and an unreported trial does not block later ones.
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
