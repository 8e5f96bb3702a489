import { FIGURES } from '../facts/finance.ts';
import { columnName } from '../layout/formulas.ts';
import type { Cell, CellStyle, Sheet } from '../layout/sheet.ts';

export const ACTUAL = [2023, 2024, 2025];
const YEARS = [...ACTUAL, 2026, 2027, 2028, 2029, 2030];
/** The first column of a forecast. */
export const FORECAST = 4;

export const text = (value: string, style: CellStyle = 'label'): Cell => ({ value, style });

/** Builds a row: a label, then a cell per year from its column and the one before. */
export function row(
  label: string,
  of: (column: string, before: string, index: number) => string | number,
  style: CellStyle = 'number',
): Cell[] {
  return [
    text(label, style === 'total' ? 'totalLabel' : 'label'),
    ...YEARS.map((_, index): Cell => {
      const value = of(columnName(index + 1), columnName(index), index);
      return { value, style: typeof value === 'number' && style === 'number' ? 'input' : style };
    }),
  ];
}

const head = (title: string): Cell[][] => [
  [text(title, 'title')],
  [text('£ thousand, year ended 31 December')],
  [
    text('', 'header'),
    ...YEARS.map((year): Cell => ({ value: `${year}${year > 2025 ? ' F' : ' A'}`, style: 'header' })),
  ],
];

export const known =
  (name: Exclude<keyof typeof FIGURES, 'years'>) =>
  (index: number): number =>
    FIGURES[name][index] ?? 0;

/** The actual amount, then a formula. */
export const actualThen =
  (name: Exclude<keyof typeof FIGURES, 'years'>, formula: (column: string, before: string) => string) =>
  (column: string, before: string, index: number): string | number =>
    index < ACTUAL.length ? known(name)(index) : formula(column, before);

const WIDTHS = [38, ...YEARS.map(() => 12)];
export const sheet = (name: string, title: string, rows: readonly Cell[][]): Sheet => ({
  name,
  widths: WIDTHS,
  rows: [...head(title), ...rows],
  frozenRows: 3,
});
