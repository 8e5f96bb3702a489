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

test('a single failure keeps nobody out', () => {
  breaker.recordFailure();
  expect(breaker.allowsRequest()).toBe(true);
});

test('failures that are not in a row keep nobody out', () => {
  breaker.recordFailure();
  breaker.recordSuccess();
  breaker.recordFailure();
  expect(breaker.allowsRequest()).toBe(true);
});

test('after failures in a row nobody asks until the pause is over, and then one alone', () => {
  failTwice();
  now += 99;
  expect(breaker.allowsRequest()).toBe(false);
  now += 1;
  expect([breaker.allowsRequest(), breaker.allowsRequest()]).toEqual([true, false]);
});

test('a trial that succeeds lets all in again', () => {
  failTwice();
  now += 100;
  breaker.allowsRequest();
  breaker.recordSuccess();
  expect([breaker.allowsRequest(), breaker.allowsRequest()]).toEqual([true, true]);
});

test('a trial that fails begins another pause', () => {
  failTwice();
  now += 100;
  breaker.allowsRequest();
  now += 50;
  breaker.recordFailure();
  now += 99;
  expect(breaker.allowsRequest()).toBe(false);
});

test('a trial of which nothing is heard is followed by another one', () => {
  failTwice();
  now += 100;
  breaker.allowsRequest();
  now += 100;
  expect(breaker.allowsRequest()).toBe(true);
});
