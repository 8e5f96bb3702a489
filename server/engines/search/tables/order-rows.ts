import { areComparable, currencyOf, isPercentage, parseAmount, parseDate } from './cell-values.ts';
import { type AnsweringRows, chooseColumn, isTyped, rowsAt } from './choose-column.ts';
import { formatSum } from './computed/format-values.ts';
import type { TableMatch } from './match-table.ts';
import type { TableQuestion } from './table-question.ts';
import type { Table, TableRow } from './table-types.ts';

/** A year or quarter in the name of a column. */
export const PERIOD_NAME = /(?<!\d)(?:19|20)\d\d(?!\d)|\bq[1-4]\b/iu;

/** A cell that says that there is no value. */
const NO_VALUE = /^(?:|n\/a|n\.a\.)$/iu;

/**
 * Orders the rows by the amount or date that the question names; undefined where a value cannot be read or compared with the
 * others. Rows without a value are left out.
 */
export function orderRows(
  table: Table,
  { order = 'largest', limit }: TableQuestion,
  match: TableMatch,
  filtered: readonly number[],
): AnsweringRows | undefined {
  const isByDate = order === 'latest' || order === 'earliest';
  const read = isByDate ? parseDate : parseAmount;
  const column = chooseColumn(table, match, filtered, read);
  if (column === undefined) return undefined;
  const filled = filtered.filter((row) => !NO_VALUE.test(table.rows[row]?.cells[column]?.trim() ?? ''));
  const written = filled.map((row) => table.rows[row]?.cells[column] ?? '');
  if (filled.length < 2 || written.some((cell) => read(cell) === undefined)) return undefined;
  if (!isByDate && !areComparable(written)) return undefined;
  const rows = isByDate ? rowsAt(table, filled) : mergeRows(table, match, filled, column);
  if (rows === undefined) return undefined;
  const sign = order === 'largest' || order === 'latest' ? -1 : 1;
  const valued = rows.flatMap((row) => {
    const value = read(row.cells[column] ?? '');
    return value === undefined ? [] : [{ row, value }];
  });
  const sorted = valued.toSorted((left, right) => sign * (left.value - right.value));
  if (sorted.length < 2) return undefined;
  const computation = { kind: order, column, rowCount: filled.length } as const;
  return { rows: sorted.slice(0, limit).map(({ row }) => row), column, computation };
}

/**
 * Adds the rows of the same name, such as the quarters of a customer, when the question asks for the named column; undefined
 * where only some of the amounts name a currency.
 */
function mergeRows(
  table: Table,
  match: TableMatch,
  filtered: readonly number[],
  column: number,
): TableRow[] | undefined {
  const rows = rowsAt(table, filtered);
  const named = [...table.columns.keys()].filter(
    (each) =>
      each !== column &&
      (match.columns[each]?.found.size ?? 0) > 0 &&
      !isTyped(table, filtered, each, parseAmount),
  );
  const isRepeated = (each: number) => new Set(rows.map(({ cells }) => cells[each] ?? '')).size < rows.length;
  // A named column without repetitions names the rows themselves.
  const entity = named.every(isRepeated) ? named[0] : undefined;
  if (entity === undefined || rows.some(({ cells }) => isPercentage(cells[column] ?? ''))) return rows;
  if (new Set(rows.map(({ cells }) => currencyOf(cells[column] ?? ''))).size > 1) return undefined;
  return [...Map.groupBy(rows, ({ cells }) => cells[entity] ?? '').values()].flatMap((group) => {
    const [first] = group;
    const amounts = group.map(({ cells }) => cells[column] ?? '');
    const sum = formatSum(
      amounts.reduce((total, cell) => total + (parseAmount(cell) ?? 0), 0),
      amounts,
    );
    if (first === undefined) return [];
    // Other cells belong to one of the rows only.
    const cells = first.cells.map((cell, at) => (at === entity ? cell : at === column ? sum : ''));
    return [{ ...first, cells }];
  });
}

/** Finds the period among the columns in which the named row has its largest or smallest value. */
export function comparePeriods(
  table: Table,
  kind: 'largest' | 'smallest',
  match: TableMatch,
  data: readonly number[],
): AnsweringRows | undefined {
  const periods = [...table.columns.keys()].filter((column) => PERIOD_NAME.test(table.columns[column] ?? ''));
  const best = data.toSorted(
    (left, right) => (match.rows[right]?.score ?? 0) - (match.rows[left]?.score ?? 0),
  )[0];
  if (best === undefined || periods.length < 2 || (match.rows[best]?.score ?? 0) === 0) return undefined;
  const cells = table.rows[best]?.cells ?? [];
  const filled = periods.filter((column) => !NO_VALUE.test(cells[column]?.trim() ?? ''));
  const valued = filled.flatMap((column) => {
    const value = parseAmount(cells[column] ?? '');
    return value === undefined ? [] : [{ column, value }];
  });
  if (valued.length < filled.length || !areComparable(filled.map((column) => cells[column] ?? '')))
    return undefined;
  // Costs in brackets are larger the further they are below zero.
  const areAllNegative = valued.every(({ value }) => value < 0);
  const sign = (kind === 'largest') === areAllNegative ? 1 : -1;
  const [first] = valued.toSorted((left, right) => sign * (left.value - right.value));
  if (first === undefined || valued.length < 2) return undefined;
  return {
    rows: rowsAt(table, [best]),
    column: first.column,
    computation: { kind, column: first.column, rowCount: 1 },
  };
}
