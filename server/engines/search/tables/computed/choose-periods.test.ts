import { expect, test } from 'vitest';
import type { Table } from '../table-types.ts';
import { choosePeriodColumns } from './choose-periods.ts';

const tableOf = (...columns: string[]): Table => ({
  columns: ['Item', ...columns],
  rows: [],
  notes: [],
  isComplete: true,
});

test('each year has the one column of its kind and length of period', () => {
  expect(choosePeriodColumns(tableOf('2019', '2018'), ['2018', '2019'], undefined)).toEqual([2, 1]);
  expect(choosePeriodColumns(tableOf('2019', '2018', 'Change 2018'), ['2018', '2019'], undefined)).toEqual([
    2, 1,
  ]);
  expect(choosePeriodColumns(tableOf('2019 €', '2018 £'), ['2018', '2019'], undefined)).toBeUndefined();
  expect(choosePeriodColumns(tableOf('2019', '2018', '2018'), ['2018', '2019'], undefined)).toBeUndefined();
  expect(choosePeriodColumns(tableOf('2019'), ['2018', '2019'], undefined)).toBeUndefined();
});

test('a table of thousands of columns is left out at once', () => {
  const wide = Array.from({ length: 5_000 }, (_, at) => `Unit ${at} ${at % 2 === 0 ? 2018 : 2019}`);
  expect(choosePeriodColumns(tableOf('2019', '2018', ...wide), ['2018', '2019'], undefined)).toBeUndefined();
});
