import { expect, test } from 'vitest';
import { createPageTimer } from './page-timer.ts';

const MINUTE = 60_000;

/** A clock at page 1, in view; `pass` lets the time go by second by second, as the browser's ticks do. */
function begin() {
  let now = 0;
  const clock = createPageTimer(() => now);
  clock.setPage(1);
  clock.setVisible(true);
  let isSeen = true;
  return {
    clock,
    see(seen: boolean) {
      isSeen = seen;
      clock.setVisible(seen);
    },
    pass(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        now += Math.min(1_000, left);
        clock.setVisible(isSeen);
      }
    },
    sleep(ms: number) {
      now += ms;
      clock.setVisible(isSeen);
    },
  };
}

test('each page counts as long as it is in view, and once', () => {
  const { clock, pass } = begin();
  pass(3_500);
  clock.setPage(2);
  pass(1_200);
  clock.setPage(1);
  pass(700);
  expect(clock.takePageTimes()).toEqual([
    { page: 1, ms: 4_200 },
    { page: 2, ms: 1_200 },
  ]);
  expect(clock.takePageTimes()).toEqual([]);
  pass(1_000);
  expect(clock.takePageTimes()).toEqual([{ page: 1, ms: 1_000 }]);
});

test('nothing counts while nobody can see it', () => {
  const { clock, pass, see } = begin();
  pass(2_000);
  see(false);
  pass(60_000);
  clock.setPage(2);
  pass(60_000);
  see(true);
  pass(1_000);
  expect(clock.takePageTimes()).toEqual([
    { page: 1, ms: 2_000 },
    { page: 2, ms: 1_000 },
  ]);
});

test('a page scrolled past does not count, one come back to does', () => {
  const { clock, pass } = begin();
  pass(1_000);
  for (const page of [2, 3, 4, 3]) {
    clock.setPage(page);
    pass(150);
  }
  clock.setPage(5);
  expect(clock.takePageTimes()).toEqual([
    { page: 1, ms: 1_000 },
    { page: 3, ms: 300 },
  ]);
});

test('after three minutes without a sign of anybody it pauses, until somebody is there again', () => {
  const { clock, pass } = begin();
  pass(10 * MINUTE);
  expect(clock.takePageTimes()).toEqual([{ page: 1, ms: 3 * MINUTE }]);
  clock.recordActivity();
  pass(2 * MINUTE);
  clock.recordActivity();
  pass(2 * MINUTE);
  expect(clock.takePageTimes()).toEqual([{ page: 1, ms: 4 * MINUTE }]);
});

test('the sleep of the machine does not count', () => {
  const { clock, pass, sleep } = begin();
  pass(2_000);
  sleep(60 * MINUTE);
  clock.recordActivity();
  pass(1_000);
  expect(clock.takePageTimes()).toEqual([{ page: 1, ms: 3_000 }]);
});

test('no batch is more than the server takes, and what is left comes with the next', () => {
  const { clock, pass } = begin();
  for (let page = 1; page <= 150; page += 1) {
    clock.setPage(page);
    pass(300);
  }
  clock.setPage(20_000);
  pass(5_000);
  expect(clock.takePageTimes()).toHaveLength(100);
  expect(clock.takePageTimes()).toHaveLength(50);
  expect(clock.takePageTimes()).toEqual([]);
});
