import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, listLocalDays } from '../changes/local-time.ts';
import { previousDays } from './previous-days.ts';

const ROOM = { today: '2026-11-28', firstDay: '2026-01-10' };

test.each([
  ['2026-11-22', '2026-11-28', { from: '2026-11-15', to: '2026-11-21' }],
  ['2026-11-28', '2026-11-28', { from: '2026-11-27', to: '2026-11-27' }],
  // The days to come do not count.
  ['2026-11-22', '2026-12-31', { from: '2026-11-15', to: '2026-11-21' }],
  // Part of them is before the room.
  ['2026-01-20', '2026-02-18', { from: '2025-12-21', to: '2026-01-19' }],
  ['2026-01-11', '2026-01-11', { from: '2026-01-10', to: '2026-01-10' }],
  ['2026-01-10', '2026-11-28', null],
  ['2026-11-29', '2026-12-01', null],
])('the days before %s to %s are %j', (from, to, expected) => {
  expect(previousDays({ ...ROOM, from, to })).toEqual(expected);
});

test('the days before are as many, and end where the range begins, also where clocks change', () => {
  const date = fc.integer({ min: 0, max: 700 }).map((day) => addDays('2025-01-01', day));
  fc.assert(
    fc.property(
      date,
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom('UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Apia', 'Africa/Cairo'),
      (from, length, timeZone) => {
        const to = addDays(from, length);
        const previous = previousDays({ from, to, today: '2027-12-31', firstDay: '2020-01-01' });
        if (!previous) throw new Error('The room is older');
        expect(daysBetween(previous.from, previous.to)).toBe(length);
        const before = listLocalDays(previous.from, previous.to, timeZone);
        expect(before.at(-1)?.endsAt).toBe(listLocalDays(from, to, timeZone)[0]?.startsAt);
      },
    ),
    { numRuns: 200 },
  );
});
