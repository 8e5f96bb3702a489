import { expect, test } from 'vitest';
import {
  describeComparison,
  formatDays,
  hasDays,
  type Period,
  readPeriod,
  resolvePeriod,
  writePeriod,
} from './period.ts';

const NOW = Date.UTC(2026, 10, 28, 23, 30);
const ROOM = { createdAt: '2026-03-01T23:30:00.000Z', timeZone: 'Europe/Berlin' };

test.each<[string, Period]>([
  ['', { kind: 'last', days: 90 }],
  ['period=7', { kind: 'last', days: 7 }],
  ['period=8', { kind: 'last', days: 90 }],
  ['period=all', { kind: 'all' }],
  ['tab=groups&from=2026-11-01&to=2026-11-07', { kind: 'dates', from: '2026-11-01', to: '2026-11-07' }],
  ['from=2026-11-01', { kind: 'last', days: 90 }],
  ['from=yesterday&to=2026-11-07&period=30', { kind: 'last', days: 30 }],
  ['from=2026-13-01&to=2026-11-07', { kind: 'last', days: 90 }],
])('the address %j has the period %j', (search, period) => {
  expect(readPeriod(search)).toEqual(period);
});

test('an address keeps its period, and its other parameters', () => {
  const dates = { kind: 'dates', from: '2026-11-01', to: '2026-11-07' } as const;
  expect(writePeriod('tab=groups&period=7', dates)).toBe('tab=groups&from=2026-11-01&to=2026-11-07');
  expect(writePeriod('tab=groups&from=2026-11-01&to=2026-11-07', { kind: 'all' })).toBe(
    'tab=groups&period=all',
  );
  for (const period of [dates, { kind: 'all' }, { kind: 'last', days: 30 }] as const)
    expect(readPeriod(writePeriod('', period))).toEqual(period);
});

test('days are those on the clocks of the room', () => {
  // The next day has begun in Berlin.
  const week = resolvePeriod({ kind: 'last', days: 7 }, ROOM, NOW);
  expect(week).toEqual({ from: '2026-11-23', to: '2026-11-29' });
  expect(resolvePeriod({ kind: 'all' }, ROOM, NOW)).toEqual({ from: '2026-03-02', to: '2026-11-29' });
  const inUtc = { ...ROOM, timeZone: 'UTC' };
  expect(resolvePeriod({ kind: 'all' }, inUtc, NOW)).toEqual({ from: '2026-03-01', to: '2026-11-28' });
});

test('a range of more than 366 days has no figures of single days', () => {
  expect(hasDays({ from: '2025-11-29', to: '2026-11-29' })).toBe(true);
  expect(hasDays({ from: '2025-11-28', to: '2026-11-29' })).toBe(false);
});

test('days are named once, and in the same way in every time zone', () => {
  expect(formatDays({ from: '2026-11-01', to: '2026-11-07' })).toBe('Nov 1, 2026 to Nov 7, 2026');
  expect(formatDays({ from: '2026-11-01', to: '2026-11-01' })).toBe('Nov 1, 2026');
});

test('a comparison says which of the days before were before the room', () => {
  const week = { from: '2026-11-01', to: '2026-11-07' };
  const compared = 'Compared with the 7 days before: Nov 1, 2026 to Nov 7, 2026.';
  expect(describeComparison({ ...week, since: null })).toBe(compared);
  expect(describeComparison({ ...week, since: '2026-11-05' })).toBe(
    `${compared} The room was created on Nov 5, 2026: 4 of these days have no figures.`,
  );
  expect(describeComparison({ ...week, since: '2026-11-02' })).toContain('1 of these days has no figures.');
  expect(describeComparison(null)).toContain('did not exist');
});
