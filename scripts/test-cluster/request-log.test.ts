import { expect, test } from 'vitest';
import { createRequestLog, RECOVERY_LIMIT_MS } from './request-log.ts';

test('a request that fails is explained by an outage until the recovery limit, and a wrong answer never', () => {
  let now = 1_000;
  const log = createRequestLog(() => now);
  const record = (startedAt: number, outcome: 'answered' | 'unavailable' | 'cut' | 'wrong', what: string) =>
    log.record({ startedAt, endedAt: startedAt + 100, outcome, what });
  record(500, 'unavailable', 'before the outage');
  record(950, 'cut', 'while it began');
  const end = log.beginOutage('store');
  now = 4_000;
  end();
  record(2_000, 'unavailable', 'in the outage');
  record(2_000, 'wrong', 'a wrong answer');
  record(4_000 + RECOVERY_LIMIT_MS - 1, 'unavailable', 'during recovery');
  record(4_000 + RECOVERY_LIMIT_MS + 1, 'unavailable', 'after it');
  record(20_000, 'answered', 'long after');
  expect(log.figures()).toEqual({
    requests: 7,
    outages: [{ name: 'store', awayMs: 3_000, unavailable: 2, cut: 1, recoveryMs: RECOVERY_LIMIT_MS - 1 }],
    unexplained: ['before the outage', 'a wrong answer', 'after it'],
    p50Ms: 100,
    p95Ms: 100,
  });
});
