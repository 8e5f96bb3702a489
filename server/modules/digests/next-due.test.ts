import { expect, test } from 'vitest';
import { DAY_MS, nextDueAt } from './next-due.ts';

const daily = (hour: number, timeZone = 'Europe/Berlin') => ({
  frequency: 'daily' as const,
  hour,
  timeZone,
});
const next = (schedule: Parameters<typeof nextDueAt>[0], from: string): string | null => {
  const due = nextDueAt(schedule, Date.parse(from));
  return due === null ? null : new Date(due).toISOString();
};

test('a daily digest is sent at its hour, also after clocks change', () => {
  expect(next(daily(8), '2026-03-28T06:59:59Z')).toBe('2026-03-28T07:00:00.000Z');
  expect(next(daily(8), '2026-03-28T07:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
  expect(next(daily(8), '2026-10-24T06:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
});

test('an hour that is skipped is the next one, and an hour that repeats comes once', () => {
  // In Berlin 2:00 becomes 3:00 on March 29, and 3:00 becomes 2:00 on October 25.
  expect(next(daily(2), '2026-03-28T01:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
  expect(next(daily(2), '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:00:00.000Z');
  expect(next(daily(2), '2026-10-24T00:00:00Z')).toBe('2026-10-25T00:00:00.000Z');
  expect(next(daily(2), '2026-10-25T00:00:00Z')).toBe('2026-10-26T01:00:00.000Z');
});

test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'])(
  'every day of a year has one daily digest in %s',
  (timeZone) => {
    for (const hour of [0, 2, 23]) {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone });
      const days: string[] = [];
      for (let at = Date.UTC(2026, 0, 1); days.length < 365; ) {
        at = nextDueAt(daily(hour, timeZone), at) ?? 0;
        days.push(day.format(at));
      }
      expect(new Set(days).size).toBe(365);
    }
  },
);

test('a weekly digest is sent on Monday, and the others have no time', () => {
  const weekly = { ...daily(8), frequency: 'weekly' as const };
  expect(next(weekly, '2026-11-20T12:00:00Z')).toBe('2026-11-23T07:00:00.000Z');
  expect(next(weekly, '2026-11-23T07:00:00Z')).toBe('2026-11-30T07:00:00.000Z');
  expect(nextDueAt({ ...daily(8), frequency: 'immediately' }, DAY_MS)).toBeNull();
  expect(nextDueAt({ ...daily(8), frequency: 'never' }, DAY_MS)).toBeNull();
});
