import { areComparable, isPercentage, parseAmount } from '../cell-values.ts';
import type { CellOperation } from '../table-types.ts';
import { decimalsOf, formatNumber, formatSum } from './format-values.ts';

/** Decimals of percentages, and of averages of cells that have fewer. */
const DECIMALS = 2;

/**
 * Computes a figure from cells as they are written, those of years in their order, a part before its whole. Undefined where a
 * cell is no amount, where currencies or percentages are mixed, and where the base of a percentage is zero or has another sign.
 */
export function computeCells(operation: CellOperation, cells: readonly string[]): string | undefined {
  const amounts = cells.flatMap((cell) => parseAmount(cell) ?? []);
  if (amounts.length < cells.length || cells.length < 2 || !areComparable(cells)) return undefined;
  const [first = 0, last = 0] = amounts;
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  switch (operation) {
    case 'difference':
      return cells.every(isPercentage)
        ? `${formatNumber(last - first, decimalsOf(cells))} percentage points`
        : formatSum(last - first, cells);
    case 'sum':
      // A sum of percentages says nothing.
      return cells.some(isPercentage) ? undefined : formatSum(sum, cells);
    case 'average':
      return formatAverage(sum / amounts.length, cells);
    case 'change':
      // A percentage from a loss to a profit says nothing.
      return first === 0 || (first < 0 && last > 0) ? undefined : formatPercentage((last - first) / first);
    case 'share':
      return last === 0 || first * last < 0 ? undefined : formatPercentage(first / last);
    case 'ratio':
      return last === 0 || first * last < 0 ? undefined : formatNumber(first / last, DECIMALS);
  }
}

/** Formats with the decimals of the cells, and up to two where the average has them. */
export function formatAverage(average: number, cells: readonly string[]): string {
  const least = decimalsOf(cells);
  const rounded = Number(average.toFixed(DECIMALS));
  const decimals = [least, least + 1, DECIMALS].find((each) => Number(rounded.toFixed(each)) === rounded);
  return formatSum(average, cells, Math.max(least, decimals ?? DECIMALS));
}

const formatPercentage = (part: number): string => `${formatNumber(100 * part, DECIMALS)}%`;
