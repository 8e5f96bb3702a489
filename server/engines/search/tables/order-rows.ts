import { formatSum, isPercentage, parseAmount, parseDate } from './cell-values.ts';
import { type AnsweringRows, chooseColumn, isTyped, rowsAt } from './choose-column.ts';
import type { TableMatch } from './match-table.ts';
import type { TableQuestion } from './table-question.ts';
import type { Table, TableRow } from './table-types.ts';

/** A year or quarter in the name of a column. */
export const PERIOD_NAME = /(?<!\d)(?:19|20)\d\d(?!\d)|\bq[1-4]\b/iu;

/** Orders the rows by the amount or date that the question names. */
export function orderRows(
  table: Table,
  { order = 'largest', limit }: TableQuestion,
  match: TableMatch,
  filtered: readonly number[],
): AnsweringRows | undefined {
  const isByDate = order === 'latest' || order === 'earliest';
  const read = isByDate ? parseDate : parseAmount;
  const column = chooseColumn(table, match, filtered, read);
  if (column === undefined || filtered.length < 2) return undefined;
  const rows = isByDate ? rowsAt(table, filtered) : mergeRows(table, match, filtered, column);
  const sign = order === 'largest' || order === 'latest' ? -1 : 1;
  const valued = rows.flatMap((row) => {
    const value = read(row.cells[column] ?? '');
    return value === undefined ? [] : [{ row, value }];
  });
  const sorted = valued.toSorted((left, right) => sign * (left.value - right.value));
  if (sorted.length < 2) return undefined;
  const computation = { kind: order, column, rowCount: filtered.length } as const;
  return { rows: sorted.slice(0, limit).map(({ row }) => row), column, computation };
}

/** Adds the rows of the same name, such as the quarters of a customer, when the question asks for the named column. */
function mergeRows(table: Table, match: TableMatch, filtered: readonly number[], column: number): TableRow[] {
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
  const valued = periods.flatMap((column) => {
    const value = parseAmount(table.rows[best]?.cells[column] ?? '');
    return value === undefined ? [] : [{ column, value }];
  });
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
