import { beforeEach, expect, test } from 'vitest';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';

let now: number;
let breaker: CircuitBreaker;

beforeEach(() => {
  now = 1_000;
  breaker = createCircuitBreaker({ mostFailures: 2, pauseMs: 100, now: () => now });
});

const failTwice = () => {
  breaker.failed();
  breaker.failed();
};

test('a single failure keeps nobody out', () => {
  breaker.failed();
  expect(breaker.admits()).toBe(true);
});

test('failures that are not in a row keep nobody out', () => {
  breaker.failed();
  breaker.succeeded();
  breaker.failed();
  expect(breaker.admits()).toBe(true);
});

test('after failures in a row nobody asks until the pause is over, and then one alone', () => {
  failTwice();
  now += 99;
  expect(breaker.admits()).toBe(false);
  now += 1;
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
});

test('a trial that succeeds lets all in again', () => {
  failTwice();
  now += 100;
  breaker.admits();
  breaker.succeeded();
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true]);
});

test('a trial that fails begins another pause', () => {
  failTwice();
  now += 100;
  breaker.admits();
  now += 50;
  breaker.failed();
  now += 99;
  expect(breaker.admits()).toBe(false);
});

test('a trial of which nothing is heard is followed by another one', () => {
  failTwice();
  now += 100;
  breaker.admits();
  now += 100;
  expect(breaker.admits()).toBe(true);
});
