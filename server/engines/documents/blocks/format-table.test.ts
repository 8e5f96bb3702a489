import { expect, test } from 'vitest';
import { findHeaderRow, formatTable } from './format-table.ts';

test('captions above a table do not hide the names of its columns', () => {
  const rows = [
    ['Years ended 30 June', '', ''],
    ['', '2019', '2018'],
    ['Revenue', '45.4', '41.4'],
  ];
  expect(formatTable(rows)).toEqual(['Years ended 30 June', 'Revenue; 2019: 45.4; 2018: 41.4']);
});

test('names in two lines are joined, such as a year above its scale', () => {
  const rows = [
    ['', '2019', '2018'],
    ['', '£ thousand', '£ thousand'],
    ['Equity', '12', '11'],
    ['Debt', '3', '4'],
  ];
  expect(formatTable(rows)).toEqual([
    'Equity; 2019 £ thousand: 12; 2018 £ thousand: 11',
    'Debt; 2019 £ thousand: 3; 2018 £ thousand: 4',
  ]);
});

test('a table that begins with an amount has no names of columns', () => {
  const rows = [
    ['Rent', '€ 1,200'],
    ['Deposit', '€ 3,600'],
  ];
  expect(formatTable(rows)).toEqual(['Rent; € 1,200', 'Deposit; € 3,600']);
});

test('years name the columns of a sheet', () => {
  const rows = [['Revenue by year'], ['', '2023', '2024'], ['Meters', '11', '12']];
  expect(findHeaderRow(rows)).toBe(1);
});
