import { currencyOf, isPercentage, readNumber } from '../cell-values.ts';

/** By the number of decimals: making one takes longer than using it. */
const FORMATS = [0, 1, 2, 3, 4, 5, 6].map(
  (decimals) =>
    new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);

/** Returns the most decimals of any of the cells, as many as a result is written with at most. */
export const decimalsOf = (cells: readonly string[]): number =>
  Math.min(FORMATS.length - 1, Math.max(0, ...cells.map((cell) => readNumber(cell)?.decimals ?? 0)));

/** Formats a number with so many decimals. */
export function formatNumber(value: number, decimals: number): string {
  const digits = FORMATS[decimals]?.format(Math.abs(value)) ?? '';
  return value < 0 && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

/** Formats a sum, or what else is computed from cells, with the currency or percent sign that all of them have. */
export function formatSum(sum: number, cells: readonly string[], decimals = decimalsOf(cells)): string {
  const digits = formatNumber(sum, decimals);
  const currencies = new Set(cells.map(currencyOf));
  const [currency = ''] = currencies.size === 1 ? currencies : [];
  const separator = /\p{L}$/u.test(currency) ? ' ' : '';
  const percent = cells.every(isPercentage) ? '%' : '';
  const [sign, unsigned] = digits.startsWith('-') ? ['-', digits.slice(1)] : ['', digits];
  return `${sign}${currency}${separator}${unsigned}${percent}`;
}
