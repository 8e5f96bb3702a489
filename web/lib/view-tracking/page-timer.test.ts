import { expect, test } from 'vitest';
import { createPageTimer } from './page-timer.ts';

const MINUTE = 60_000;

/** Starts a timer on page 1, visible. `pass` advances the time in steps of one second, as the interval does. */
function startTimer() {
  let now = 0;
  const timer = createPageTimer(() => now);
  timer.setPage(1);
  timer.setVisible(true);
  let isVisible = true;
  return {
    timer,
    setVisible(visible: boolean) {
      isVisible = visible;
      timer.setVisible(visible);
    },
    pass(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        now += Math.min(1_000, left);
        timer.setVisible(isVisible);
      }
    },
    sleep(ms: number) {
      now += ms;
      timer.setVisible(isVisible);
    },
  };
}

test('the time of each page is counted once, while it is visible', () => {
  const { timer, pass } = startTimer();
  pass(3_500);
  timer.setPage(2);
  pass(1_200);
  timer.setPage(1);
  pass(700);
  expect(timer.takePageTimes()).toEqual([
    { page: 1, ms: 4_200 },
    { page: 2, ms: 1_200 },
  ]);
  expect(timer.takePageTimes()).toEqual([]);
  pass(1_000);
  expect(timer.takePageTimes()).toEqual([{ page: 1, ms: 1_000 }]);
});

test('no time is counted while the document is not visible', () => {
  const { timer, pass, setVisible } = startTimer();
  pass(2_000);
  setVisible(false);
  pass(60_000);
  timer.setPage(2);
  pass(60_000);
  setVisible(true);
  pass(1_000);
  expect(timer.takePageTimes()).toEqual([
    { page: 1, ms: 2_000 },
    { page: 2, ms: 1_000 },
  ]);
});

test('a page that is scrolled past is not counted unless it is revisited', () => {
  const { timer, pass } = startTimer();
  pass(1_000);
  for (const page of [2, 3, 4, 3]) {
    timer.setPage(page);
    pass(150);
  }
  timer.setPage(5);
  expect(timer.takePageTimes()).toEqual([
    { page: 1, ms: 1_000 },
    { page: 3, ms: 300 },
  ]);
});

test('the timer pauses after three minutes without activity and resumes with activity', () => {
  const { timer, pass } = startTimer();
  pass(10 * MINUTE);
  expect(timer.takePageTimes()).toEqual([{ page: 1, ms: 3 * MINUTE }]);
  timer.recordActivity();
  pass(2 * MINUTE);
  timer.recordActivity();
  pass(2 * MINUTE);
  expect(timer.takePageTimes()).toEqual([{ page: 1, ms: 4 * MINUTE }]);
});

test('time during which the machine sleeps is not counted', () => {
  const { timer, pass, sleep } = startTimer();
  pass(2_000);
  sleep(60 * MINUTE);
  timer.recordActivity();
  pass(1_000);
  expect(timer.takePageTimes()).toEqual([{ page: 1, ms: 3_000 }]);
});

test('a batch holds at most as many pages as the server accepts; the next batch holds the rest', () => {
  const { timer, pass } = startTimer();
  for (let page = 1; page <= 150; page += 1) {
    timer.setPage(page);
    pass(300);
  }
  timer.setPage(20_000);
  pass(5_000);
  expect(timer.takePageTimes()).toHaveLength(100);
  expect(timer.takePageTimes()).toHaveLength(50);
  expect(timer.takePageTimes()).toEqual([]);
});
