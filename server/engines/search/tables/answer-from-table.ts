import { leaveAffirmed } from './affirmed-rows.ts';
import { areComparable, currencyOf, isPercentage, parseAmount } from './cell-values.ts';
import { type AnsweringRows, chooseColumn, isTyped, rowsAt } from './choose-column.ts';
import { formatAverage } from './computed/compute-cells.ts';
import { formatSum } from './computed/format-values.ts';
import {
  bestColumn,
  findTotalRow,
  firstFilled,
  isSectionRow,
  isSummaryRow,
  isTotalRow,
  type TableMatch,
  type TableTerm,
  type TermFinder,
} from './match-table.ts';
import { comparePeriods, orderRows, PERIOD_NAME } from './order-rows.ts';
import { findCountColumn, findStatedRow } from './stated-rows.ts';
import { ASKS_FOR_AVERAGE, type TableQuestion } from './table-question.ts';
import type { Table } from './table-types.ts';

const MAX_ROWS = 10;
/** Rows with less than this share of the best row's score do not answer. */
const MIN_ROW_SHARE = 0.999;

/**
 * Filters, orders, counts or adds the rows as the question asks; otherwise returns the row that it names. Nothing when none does.
 */
export function answerFromTable(
  table: Table,
  question: TableQuestion,
  match: TableMatch,
  { terms, find, text }: { terms: readonly TableTerm[]; find: TermFinder; text: string },
): AnsweringRows | undefined {
  const all = [...table.rows.keys()].filter((row) => !isSectionRow(table.rows[row]?.cells ?? []));
  const data = all.filter((row) => !isSummaryRow(table.rows[row]?.cells ?? []));
  const named = filterRows(data, match);
  const isAffirmed = question.asksForList || question.asksForCount;
  const filtered = isAffirmed ? leaveAffirmed(table, match, named, text) : named;
  // The wrong cell could be taken from a row with missing cells.
  const even = data.filter((row) => table.rows[row]?.isUneven !== true);
  if (question.periodOrder !== undefined) {
    const compared = comparePeriods(table, question.periodOrder, match, even);
    if (compared !== undefined) return compared;
  }
  const isAbout = (label: string, found: ReadonlySet<number>) =>
    question.statedBy?.test(label) === true && (found.size > 0 || named.length === data.length);
  const stated =
    findStatedRow(table, all, find, isAbout) ??
    (question.asksForCount ? findStatedRow(table, all, find, (_, found) => found.has(0)) : undefined);
  if (stated?.column !== undefined) return stated;
  if (table.isComplete && even.length === data.length) {
    if (question.order !== undefined) {
      const ordered = orderRows(table, question, match, filtered);
      if (ordered !== undefined) return ordered;
    }
    const summed = all.filter((row) => data.includes(row) || isTotalRow(table.rows[row]?.cells ?? []));
    const isAdded = question.asksForSum || question.asksForAverage;
    const total = isAdded ? findNamedRow(table, question, match, summed) : undefined;
    if (total?.column !== undefined && total.hasAll && total.rows.length === 1) return total;
    const added = addRows(table, question, match, { all, data, filtered });
    if (added !== undefined) return added;
    if (question.asksForCount) {
      const counted = countRows(table, match, filtered, terms);
      if (counted !== undefined) return counted;
    }
    if (question.asksForList && filtered.length <= MAX_ROWS && filtered.length > 1)
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

type Rows = Record<'all' | 'data' | 'filtered', readonly number[]>;

/** Adds the rows for a total or average, or where a column has the numbers of what is counted. */
function addRows(
  table: Table,
  question: TableQuestion,
  match: TableMatch,
  rows: Rows,
): AnsweringRows | undefined {
  if (question.asksForAverage) return sumRows(table, rows, findAveragedColumn(table, match, rows.data), true);
  if (question.asksForSum)
    return sumRows(table, rows, chooseColumn(table, match, rows.data, parseAmount), false);
  const column = question.asksForCount ? findCountColumn(table, match, rows.filtered, 0) : undefined;
  return column === undefined ? undefined : sumRows(table, rows, column, false);
}

/**
 * Returns the column of amounts that the question names, unless those are averages already, or the figures of a period, of which
 * each is something else.
 */
function findAveragedColumn(table: Table, match: TableMatch, data: readonly number[]): number | undefined {
  const column = bestColumn(match, (each) => each > 0 && isTyped(table, data, each, parseAmount));
  const name = table.columns[column ?? -1] ?? '';
  return ASKS_FOR_AVERAGE.test(name) || PERIOD_NAME.test(name) ? undefined : column;
}

function sumRows(
  table: Table,
  { all, data, filtered }: Rows,
  column: number | undefined,
  asksForAverage: boolean,
): AnsweringRows | undefined {
  const total = asksForAverage ? undefined : findTotalRow(table, all);
  if (total !== undefined && filtered.length === data.length) {
    const rows = rowsAt(table, [total]);
    return { rows, ...(column !== undefined && { column }) };
  }
  if (column === undefined || filtered.length < 2) return undefined;
  const cells = filtered.map((row) => table.rows[row]?.cells[column] ?? '');
  const amounts = cells.map(parseAmount);
  // A sum of percentages, currencies or years says nothing, and one with unread cells is wrong.
  if (cells.some(isPercentage) || new Set(cells.map(currencyOf)).size > 1 || !areComparable(cells))
    return undefined;
  if (amounts.some((amount, at) => amount === undefined && cells[at] !== '')) return undefined;
  const known = amounts.flatMap((amount) => amount ?? []);
  if (known.length === 0) return undefined;
  const sum = known.reduce((total, amount) => total + amount, 0);
  const value = asksForAverage ? formatAverage(sum / known.length, cells) : formatSum(sum, cells);
  const kind = asksForAverage ? 'average' : 'sum';
  const computation = { kind, column, value, rowCount: filtered.length } as const;
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
    const total = findTotalRow(table, all);
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
