import { beforeEach, expect, test } from 'vitest';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

let now: number;
let breaker: CircuitBreaker;

beforeEach(() => {
  now = 1_000;
  breaker = createCircuitBreaker({ failureThreshold: 2, resetTimeoutMs: 100, now: () => now });
});

const failTwice = () => {
  breaker.recordFailure();
  breaker.recordFailure();
};

test('a single failure does not open the circuit', () => {
  breaker.recordFailure();
  expect(breaker.allowsRequest()).toBe(true);
});

test('failures that are not consecutive do not open the circuit', () => {
  breaker.recordFailure();
  breaker.recordSuccess();
  breaker.recordFailure();
  expect(breaker.allowsRequest()).toBe(true);
});

test('after consecutive failures all requests are refused until the pause ends, and then one is sent', () => {
  failTwice();
  now += 99;
  expect(breaker.allowsRequest()).toBe(false);
  now += 1;
  expect([breaker.allowsRequest(), breaker.allowsRequest()]).toEqual([true, false]);
});

test('a successful trial closes the circuit', () => {
  failTwice();
  now += 100;
  breaker.allowsRequest();
  breaker.recordSuccess();
  expect([breaker.allowsRequest(), breaker.allowsRequest()]).toEqual([true, true]);
});

test('a failed trial begins another pause', () => {
  failTwice();
  now += 100;
  breaker.allowsRequest();
  now += 50;
  breaker.recordFailure();
  now += 99;
  expect(breaker.allowsRequest()).toBe(false);
});

test('a trial without a result is followed by another one', () => {
  failTwice();
  now += 100;
  breaker.allowsRequest();
  now += 100;
  expect(breaker.allowsRequest()).toBe(true);
});
