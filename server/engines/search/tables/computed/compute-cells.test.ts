import { expect, test } from 'vitest';
import { computeCells } from './compute-cells.ts';

test('differences, percentages, averages, sums and parts are computed with the decimals of their cells', () => {
  expect(computeCells('difference', ['$1,095.0', '$1,073.3'])).toBe('-$21.7');
  expect(computeCells('change', ['$1,095.0', '$1,073.3'])).toBe('-1.98%');
  expect(computeCells('average', ['950', '1,018', '1,062'])).toBe('1,010');
  expect(computeCells('average', ['14,058', '14,689'])).toBe('14,373.5');
  expect(computeCells('sum', ['€6', '€15'])).toBe('€21');
  expect(computeCells('share', ['529', '3,571'])).toBe('14.81%');
  expect(computeCells('ratio', ['948', '358'])).toBe('2.65');
  expect(computeCells('difference', ['0.1234', '0.1300'])).toBe('0.0066');
});

test('costs in brackets change by their size, and their difference keeps the sign', () => {
  expect(computeCells('change', ['(20,876)', '(97,727)'])).toBe('368.13%');
  expect(computeCells('difference', ['(71)', '(114)'])).toBe('-43');
  expect(computeCells('change', ['5,534', '(7,125)'])).toBe('-228.75%');
});

test('percentages differ by percentage points, and are not added', () => {
  expect(computeCells('difference', ['3.75%', '4.00%'])).toBe('0.25 percentage points');
  expect(computeCells('change', ['3.75%', '4.00%'])).toBe('6.67%');
  expect(computeCells('sum', ['3.75%', '4.00%'])).toBeUndefined();
});

test('nothing is computed on a base of zero, from a loss to a profit, or as a part with another sign', () => {
  expect(computeCells('change', ['0', '12'])).toBeUndefined();
  expect(computeCells('change', ['-', '12'])).toBeUndefined();
  expect(computeCells('change', ['(762.3)', '542.0'])).toBeUndefined();
  expect(computeCells('share', ['12', '0'])).toBeUndefined();
  expect(computeCells('ratio', ['(12)', '3'])).toBeUndefined();
});

test('nothing is computed from cells that are no amounts, or of other units', () => {
  for (const cells of [
    ['12', 'n/a'],
    ['12', ''],
    ['12'],
    ['$12', '€14'],
    ['USD 12', 'EUR 14'],
    ['12 €', '14 $'],
    ['4.00%', '3.75'],
  ])
    for (const operation of ['difference', 'change', 'average', 'sum', 'share', 'ratio'] as const)
      expect(computeCells(operation, cells)).toBeUndefined();
});

test('nothing is computed where a separator stands for thousands in one cell and for decimals in another', () => {
  expect(computeCells('difference', ['1.234', '1.5'])).toBeUndefined();
  expect(computeCells('difference', ['1,234', '1,5'])).toBeUndefined();
  expect(computeCells('difference', ['1.234,5', '1.300,5'])).toBe('66.0');
});
