import { expect, test } from 'vitest';
import { choosePeriodColumn } from './choose-period.ts';
import type { Table } from './table-types.ts';

const LATEST = { years: [], isLatest: true };
const columnOf = (names: string[], period: Parameters<typeof choosePeriodColumn>[1] = LATEST) => {
  const table: Table = { notes: [], columns: ['', ...names], rows: [], isComplete: true };
  return choosePeriodColumn(table, period, false)?.column;
};

test('the latest period is one that was reported', () => {
  for (const ahead of ['2027E', 'FY2027 F', '2027B', 'Plan 2027', 'Budget FY2027', '2027 forecast'])
    expect(columnOf(['2025A', '2026A', ahead])).toBe(2);
  expect(columnOf(['2025', '2026', '2024'])).toBe(2);
  expect(columnOf(['2027E', '2028E'])).toBeUndefined();
});

test('a forecast is found by its year', () => {
  expect(columnOf(['2026A', '2027E'], { years: ['2027'], isLatest: false })).toBe(2);
});
