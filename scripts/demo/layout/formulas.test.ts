import { expect, test } from 'vitest';
import { evaluateFormulas } from './formulas.ts';
import type { Sheet } from './sheet.ts';

const sheet = (name: string, ...rows: (string | number)[][]): Sheet => ({
  name,
  widths: [],
  rows: rows.map((row) => row.map((value) => ({ value, style: 'number' }))),
});

test('formulas follow arithmetic, functions, ranges and other sheets', () => {
  const values = evaluateFormulas([
    sheet(
      'One',
      [2, 3, '=A1+B1*2', '=-(A1-B1)/4'],
      ["=SUM(A1:B1)+MAX('Two words'!A1:B1)", '=AVERAGE(A1:B1)'],
    ),
    sheet('Two words', [7, 11]),
  ]);
  expect(Object.fromEntries(values)).toEqual({ 'One!C1': 8, 'One!D1': 0.25, 'One!A2': 16, 'One!B2': 2.5 });
});

test('a formula that refers to itself, or has no value, is refused', () => {
  expect(() => evaluateFormulas([sheet('One', ['=B1', '=A1'])])).toThrow('refers to itself');
  expect(() => evaluateFormulas([sheet('One', ['=1/0'])])).toThrow('no value');
});
