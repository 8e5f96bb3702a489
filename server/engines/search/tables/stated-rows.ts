import { currencyOf, isPercentage, parseAmount, parseDate } from './cell-values.ts';
import { type AnsweringRows, rowsAt } from './choose-column.ts';
import { firstFilled, type TableMatch, type TermFinder } from './match-table.ts';
import type { Table } from './table-types.ts';

/** A period as the name of a row: the figures of several periods are not added. */
const PERIOD = /^(?:fy ?)?(?:19|20)\d\d(?:[/-]\d{2,4})?$|\bq[1-4]\b|^h[12]\b/iu;

/** Words of a row's name that say nothing about what it states. */
const NEUTRAL =
  /(?<!\p{L})(?:number|no\.?|count|total|of|the|anzahl|zahl|der|die|das|nombre|de|des|número|los|las)(?!\p{L})/giu;

const labelOf = ({ rows }: Table, row: number): string => {
  const cells = rows[row]?.cells ?? [];
  return cells[firstFilled(cells)] ?? '';
};

/** Returns the only column of a row with an amount, or anything, behind its name. */
function onlyValue({ rows }: Table, row: number): number | undefined {
  const { cells = [], isUneven = false } = rows[row] ?? {};
  const filled = [...cells.keys()].filter((column) => column > firstFilled(cells) && cells[column] !== '');
  const amounts = filled.filter((column) => parseAmount(cells[column] ?? '') !== undefined);
  const [only] = amounts.length === 1 ? amounts : filled.length === 1 ? filled : [];
  return isUneven ? undefined : only;
}

/**
 * Finds the row that states what else would be counted, averaged or ordered: *Pensioners*, *Average rent*, *Largest tenant*. All
 * words of its name are in the question; `isStated` tells whether the name says what is asked for.
 */
export function findStatedRow(
  table: Table,
  all: readonly number[],
  find: TermFinder,
  isStated: (label: string, terms: ReadonlySet<number>) => boolean,
): AnsweringRows | undefined {
  const stated = all.filter((row) => {
    const label = labelOf(table, row);
    const { found, words, shared } = find(label.replace(NEUTRAL, ' '));
    return words > 0 && words <= shared && isStated(label, found);
  });
  const [row] = stated;
  if (row === undefined || stated.length > 1) return undefined;
  const column = onlyValue(table, row);
  return { rows: rowsAt(table, [row]), ...(column !== undefined && { column }) };
}

/**
 * Returns the column whose cells are the numbers of what is counted: whole numbers without a currency, of rows that are no
 * periods.
 */
export function findCountColumn(
  table: Table,
  { columns }: TableMatch,
  rows: readonly number[],
  counted: number,
): number | undefined {
  if (rows.some((row) => PERIOD.test(labelOf(table, row)) || parseDate(labelOf(table, row)) !== undefined))
    return undefined;
  const isCount = (cell: string) => {
    const amount = parseAmount(cell);
    return amount !== undefined && Number.isInteger(amount) && currencyOf(cell) === '' && !isPercentage(cell);
  };
  const column = columns.findIndex(
    ({ found }, at) =>
      at > 0 && found.has(counted) && rows.every((row) => isCount(table.rows[row]?.cells[at] ?? '')),
  );
  return column < 0 ? undefined : column;
}

const NUMBERED =
  /(?<![\p{L}\d.,])(?:\d[\d.,]{0,12}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ((?:\p{L}[\p{L}-]{0,30} ){0,2}\p{L}[\p{L}-]{0,30})/gu;

/** Returns whether a sentence says how many there are of what is counted: *84 pensioners*. */
export const statesCount = (sentence: string, find: TermFinder): boolean =>
  sentence.matchAll(NUMBERED).some(([, counted = '']) => find(counted).found.has(0));
