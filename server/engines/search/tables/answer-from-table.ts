import { currencyOf, formatSum, isPercentage, parseAmount } from './cell-values.ts';
import { type AnsweringRows, chooseColumn, isTyped, rowsAt } from './choose-column.ts';
import {
  bestColumn,
  firstFilled,
  isSectionRow,
  isTotalRow,
  type TableMatch,
  type TableTerm,
} from './match-table.ts';
import { comparePeriods, orderRows } from './order-rows.ts';
import type { TableQuestion } from './table-question.ts';
import type { Table } from './table-types.ts';

const MAX_ROWS = 10;
/** Rows with less than this share of the best row's score do not answer. */
const MIN_ROW_SHARE = 0.999;

/** Filters, orders, counts or adds the rows as the question asks; otherwise returns the row that it names. Nothing when none does. */
export function answerFromTable(
  table: Table,
  question: TableQuestion,
  match: TableMatch,
  terms: readonly TableTerm[],
): AnsweringRows | undefined {
  const all = [...table.rows.keys()].filter((row) => !isSectionRow(table.rows[row]?.cells ?? []));
  const data = all.filter((row) => !isTotalRow(table.rows[row]?.cells ?? []));
  const filtered = filterRows(data, match);
  // Of a row with cells missing, the wrong one could be taken.
  const even = data.filter((row) => table.rows[row]?.isUneven !== true);
  if (question.periodOrder !== undefined) {
    const compared = comparePeriods(table, question.periodOrder, match, even);
    if (compared !== undefined) return compared;
  }
  if (table.isComplete && even.length === data.length) {
    if (question.order !== undefined) {
      const ordered = orderRows(table, question, match, filtered);
      if (ordered !== undefined) return ordered;
    }
    const named = question.asksForSum ? findNamedRow(table, question, match, all) : undefined;
    if (named?.column !== undefined && named.hasAll && named.rows.length === 1) return named;
    const sum = question.asksForSum ? sumRows(table, match, { all, data, filtered }) : undefined;
    if (sum !== undefined) return sum;
    if (question.asksForCount) {
      const counted = countRows(table, match, filtered, terms);
      if (counted !== undefined) return counted;
    }
    if (question.asksForList && filtered.length > 0 && filtered.length <= MAX_ROWS && filtered.length > 1)
      return { rows: rowsAt(table, filtered) };
  }
  return findNamedRow(table, question, match, all);
}

/** Leaves the rows with all the words that tell rows of this table apart; words of the columns and context tell none. */
function filterRows(data: readonly number[], { rows, columns, context }: TableMatch): readonly number[] {
  const distinctive = new Set<number>();
  for (const row of data)
    for (const term of rows[row]?.inLabels ?? [])
      if (!context.has(term) && !columns.some(({ found }) => found.has(term))) distinctive.add(term);
  const isNamed = (row: number, term: number) => rows[row]?.inLabels.has(term) === true;
  const filtering = [...distinctive].filter((term) => data.some((row) => !isNamed(row, term)));
  const kept = data.filter((row) => filtering.every((term) => isNamed(row, term)));
  return kept.length > 0 ? kept : filtering.length > 0 ? [] : data;
}

function sumRows(
  table: Table,
  match: TableMatch,
  { all, data, filtered }: Record<'all' | 'data' | 'filtered', readonly number[]>,
): AnsweringRows | undefined {
  const column = chooseColumn(table, match, data, parseAmount);
  const total = all.find((row) => !data.includes(row));
  if (total !== undefined && filtered.length === data.length) {
    const rows = rowsAt(table, [total]);
    return { rows, ...(column !== undefined && { column }) };
  }
  if (column === undefined || filtered.length < 2) return undefined;
  const cells = filtered.map((row) => table.rows[row]?.cells[column] ?? '');
  const amounts = cells.map(parseAmount);
  // A sum of percentages, currencies or years says nothing, and one with unread cells is wrong.
  if (cells.some(isPercentage) || new Set(cells.map(currencyOf)).size > 1) return undefined;
  if (amounts.some((amount, at) => amount === undefined && cells[at] !== '')) return undefined;
  const value = formatSum(
    amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0),
    cells,
  );
  const computation = { kind: 'sum', column, value, rowCount: filtered.length } as const;
  return { rows: rowsAt(table, filtered).slice(0, MAX_ROWS), column, computation };
}

/** Counts the rows when the question asks for what a row is: the name of its first column, or of the sheet. */
function countRows(
  table: Table,
  match: TableMatch,
  filtered: readonly number[],
  terms: readonly TableTerm[],
): AnsweringRows | undefined {
  const counted = terms.findIndex(
    (_, term) => match.context.has(term) || match.columns[0]?.found.has(term) === true,
  );
  const isMeasure = match.columns.some(
    ({ found }, column) => column > 0 && found.size > 0 && isTyped(table, filtered, column, parseAmount),
  );
  if (counted < 0 || isMeasure || filtered.length === 0 || terms.length === 0) return undefined;
  const computation = { kind: 'count', value: String(filtered.length), rowCount: filtered.length } as const;
  return { rows: rowsAt(table, filtered).slice(0, MAX_ROWS), computation };
}

/** Finds the row that has the most of the question, and the column that the question asks for. */
function findNamedRow(
  table: Table,
  { asksForValue }: TableQuestion,
  match: TableMatch,
  all: readonly number[],
): AnsweringRows | undefined {
  if (!asksForValue) return undefined;
  const scoreOf = (row: number) => match.rows[row]?.score ?? 0;
  const highest = Math.max(0, ...all.map(scoreOf));
  const best = all.filter((row) => highest > 0 && scoreOf(row) >= MIN_ROW_SHARE * highest);
  const column = bestColumn(match, (each) => each > 0);
  if (best.length === 0) {
    const total = all.find((row) => isTotalRow(table.rows[row]?.cells ?? []));
    if (total === undefined || column === undefined || table.rows[total]?.isUneven === true) return undefined;
    return { rows: rowsAt(table, [total]), column };
  }
  const [first] = rowsAt(table, best);
  const isFilled =
    column !== undefined &&
    first?.isUneven !== true &&
    column !== firstFilled(first?.cells ?? []) &&
    (first?.cells[column] ?? '') !== '';
  const inAnyRow = new Set(match.rows.flatMap(({ found }) => [...found]));
  const inFirst = match.rows[best[0] ?? 0]?.found;
  const hasAll = [...inAnyRow].every((term) => inFirst?.has(term) === true);
  return { rows: rowsAt(table, best.slice(0, 3)), ...(isFilled && { column }), hasAll };
}
