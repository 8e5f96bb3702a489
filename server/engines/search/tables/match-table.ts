import type { Table } from './table-types.ts';

/** A word of the question with the stems that it has in the index. */
export interface TableTerm {
  text: string;
  stems: readonly number[];
}

/** The terms that a text contains, by their positions, the number of its words, and of those that the question has in any way. */
export interface FoundTerms {
  found: ReadonlySet<number>;
  words: number;
  shared: number;
}

export type TermFinder = (text: string) => FoundTerms;

/** Longer cells are texts, whose words tell no rows apart. */
const MAX_LABEL_WORDS = 6;

/** The places where a table contains the terms of a question. */
export interface TableMatch {
  /** By column, the terms in its name. */
  columns: readonly FoundTerms[];
  /** By row, the terms in its cells, those in short cells, and its score. */
  rows: readonly { found: ReadonlySet<number>; inLabels: ReadonlySet<number>; score: number }[];
  /** Terms in the notes, the name of the sheet, the headings, or the document's title. */
  context: ReadonlySet<number>;
  /** Rarity of each term among the rows. */
  values: readonly number[];
}

/** A row whose first cell is all question words is preferred to one of which they are a part. */
const LABEL_WEIGHT = 0.5;
const TOTAL_ROW =
  /^(?:(?:grand |sub[- ]?)?(?:totals?|sum|gesamt\p{L}*|summe|sommes?|suma)|zwischensumme|sous-total)\b/iu;
const SUBTOTAL_ROW = /^(?:sub[- ]?(?:totals?|sum)|zwischensumme|sous-total)\b/iu;

export const isTotalRow = (cells: readonly string[]): boolean => TOTAL_ROW.test(nameOf(cells));

const nameOf = (cells: readonly string[]): string => cells.find((cell) => cell !== '') ?? '';

/**
 * Finds the row that has the total of the table: the only total, or the only one that is no subtotal. A subtotal above other rows
 * is of those before it only.
 */
export function findTotalRow({ rows }: Table, among: readonly number[]): number | undefined {
  const cellsOf = (row: number) => rows[row]?.cells ?? [];
  const totals = among.filter((row) => isTotalRow(cellsOf(row)));
  const whole = totals.filter((row) => !SUBTOTAL_ROW.test(nameOf(cellsOf(row))));
  if (whole.length === 1) return whole[0];
  const [only] = totals;
  if (only === undefined || totals.length > 1) return undefined;
  const isAbove = among.some((row) => row > only && !isSummaryRow(cellsOf(row)));
  return isAbove ? undefined : only;
}

const AVERAGE_ROW = /^(?:averages?|mean|median|durchschnitt\p{L}*|mittelwert|moyennes?|promedio|media)\b/iu;

/** A row that sums the others up in any way, and is none of what they are. */
export const isSummaryRow = (cells: readonly string[]): boolean =>
  isTotalRow(cells) || AVERAGE_ROW.test(nameOf(cells));

/** A row with a single cell is a heading among the rows. */
export const isSectionRow = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length < 2;

export function matchTable(
  table: Table,
  context: string,
  terms: readonly TableTerm[],
  { find, findInRow }: { find: TermFinder; findInRow: TermFinder },
): TableMatch {
  const columns = table.columns.map((name) => find(name));
  const found = table.rows.map(({ cells }) => cells.map((cell) => findInRow(cell)));
  const inRow = found.map((cells) => new Set(cells.flatMap((cell) => [...cell.found])));
  const values = terms.map((_, term) => {
    const holders = inRow.filter((row) => row.has(term)).length;
    return Math.log(1 + (table.rows.length + 1) / (holders + 0.5));
  });
  const rows = inRow.map((row, index) => {
    const label = found[index]?.[firstFilled(table.rows[index]?.cells ?? [])];
    const labelShare = label === undefined ? 0 : label.found.size / Math.max(label.words, 1);
    const sum = [...row].reduce((total, term) => total + (values[term] ?? 0), 0);
    const short = found[index]?.filter(({ words }) => words <= MAX_LABEL_WORDS) ?? [];
    const inLabels = new Set(short.flatMap((cell) => [...cell.found]));
    return { found: row, inLabels, score: sum > 0 ? sum + LABEL_WEIGHT * labelShare : 0 };
  });
  return { columns, rows, context: find([...table.notes, context].join('\n')).found, values };
}

export const firstFilled = (cells: readonly string[]): number =>
  Math.max(
    0,
    cells.findIndex((cell) => cell !== ''),
  );

/** Returns the share of the terms that the table has anywhere, without those that say what is computed. */
export function coverageOf(
  { columns, rows, context }: TableMatch,
  terms: readonly TableTerm[],
  operation?: RegExp,
): number {
  const isFound = (term: number) =>
    context.has(term) ||
    columns.some(({ found }) => found.has(term)) ||
    rows.some(({ found }) => found.has(term));
  const asked = [...terms.keys()].filter((term) => operation?.test(terms[term]?.text ?? '') !== true);
  return asked.filter(isFound).length / Math.max(asked.length, 1);
}

/**
 * Returns the column whose name has the most of the question, the fewest other words, and then what is asked for first: “the
 * excess of the insurance policy” asks for the excess; undefined when none has any.
 */
export function bestColumn(match: TableMatch, isAllowed: (column: number) => boolean): number | undefined {
  const scores = match.columns.map(({ found, words, shared }, column) =>
    found.size > 0 && isAllowed(column)
      ? found.size - 0.1 * (words - shared) - 0.001 * Math.min(...found)
      : 0,
  );
  const highest = Math.max(0, ...scores);
  return highest > 0 ? scores.indexOf(highest) : undefined;
}
