import { expect, test } from 'vitest';
import { readRequestRows } from '../requests/read-request-rows.ts';
import { parseDueDay } from './due-day.ts';

test('a due day is a day of the calendar, until its end in UTC', () => {
  const end = Date.parse('2028-02-29T23:59:59Z');
  expect(['2028-02-29', '2028-02-29 00:00', '2028-02-29T10:00:00Z'].map(parseDueDay)).toEqual([
    end,
    end,
    end,
  ]);
  for (const none of ['2026-02-31', '2026-02-29', '2026-13-01', '2026-12-311', '26-12-31', 'soon', ''])
    expect([none, parseDueDay(none)]).toEqual([none, undefined]);
});

test('words that every object knows are no priority and no state, and long cells are quoted in part', () => {
  const header = ['Request', 'Priority', 'State', 'Due', 'Group'];
  const read = readRequestRows([
    header,
    ['Leases', 'constructor', '', '', ''],
    ['Leases', '__proto__', '', '', ''],
    ['Leases', '', 'valueOf', '', ''],
    ['Leases', 'x'.repeat(4_000), '', '', ''],
    ['Leases', '', '', '31.02.2026', ''],
    ['Leases', '', '', '', 'x'.repeat(4_000)],
    ['Leases', 'High', 'In_Progress', '28.2.2026', ''],
  ]);
  expect(read?.map((row) => ('problem' in row ? row.problem : [row.priority, row.state, row.dueAt]))).toEqual(
    [
      '“constructor” is no priority',
      '“__proto__” is no priority',
      '“valueOf” is no state',
      `“${'x'.repeat(40)}…” is no priority`,
      '“31.02.2026” is no date such as 2026-12-31',
      'a name is longer than 100 characters',
      ['high', 'in-preparation', Date.parse('2026-02-28T23:59:59Z')],
    ],
  );
});
