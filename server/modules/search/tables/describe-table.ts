import type { AnswerTable } from '#shared/contracts/search/answer-table.ts';
import { describeCells } from './describe-cells.ts';

type Computation = NonNullable<AnswerTable['computation']>;
type Row = AnswerTable['rows'][number];

const ORDER_NAMES: Partial<Record<Computation['kind'], string>> = {
  largest: 'Largest',
  smallest: 'Smallest',
  latest: 'Latest',
  earliest: 'Earliest',
};
/** Names of rows that are listed in a sentence; the table shows more. */
const MAX_NAMES = 5;

/** Says in words what the rows of a table answer. */
export function describeTable(table: AnswerTable): string {
  const { rows, columns, column, askedColumns, computation } = table;
  const [first] = rows;
  if (first === undefined) return '';
  if (computation !== undefined) return describeComputation(table, computation, first);
  if (rows.length > 1) return listNames(rows);
  if (askedColumns !== undefined) return sayYears(table, first, askedColumns);
  if (column === undefined) return sayRow(columns, first);
  const name = [nameOf(first), columns[column]].filter(Boolean).join(', ');
  return `${name}: ${first.cells[column]}${inUnit(table)}`;
}

function describeComputation(
  table: AnswerTable,
  { kind, column, value, rowCount, cells }: Computation,
  first: Row,
): string {
  if (cells !== undefined) return describeCells(table, kind, value, cells);
  const name = column === undefined ? '' : (table.columns[column] ?? '');
  if (kind === 'count') return `${countRows(rowCount)}: ${listNames(table.rows)}`;
  if (kind === 'sum' || kind === 'average')
    return `${kind === 'sum' ? 'Total' : 'Average'}${name && ` of ${name}`}: ${value}${inUnit(table)}, from ${countRows(rowCount)}`;
  const cellOf = ({ cells }: Row) => cells[column ?? 0] ?? '';
  if (rowCount === 1) return `${nameOf(first)}: ${kind} in ${name}, ${cellOf(first)}${inUnit(table)}`;
  const named = table.rows.slice(0, MAX_NAMES).map((row) => `${nameOf(row)} (${cellOf(row)})`);
  return `${ORDER_NAMES[kind] ?? kind}${name && ` by ${name}`}${inUnit(table)}: ${named.join('; ')}`;
}

const countRows = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;

const inUnit = ({ unit, columns, column, askedColumns }: AnswerTable): string =>
  unit === undefined || columns[column ?? askedColumns?.[0] ?? -1]?.includes(unit) === true
    ? ''
    : ` (${unit})`;

const nameOf = ({ cells }: Row): string => cells.find((cell) => cell !== '') ?? '';

function listNames(rows: readonly Row[]): string {
  const names = rows.slice(0, MAX_NAMES).map(nameOf);
  return `${names.join('; ')}${rows.length > names.length ? '; …' : ''}`;
}

/** Says the figure of each year that is asked for. */
function sayYears(table: AnswerTable, first: Row, asked: readonly number[]): string {
  const figures = asked.map((column) => `${table.columns[column]}: ${first.cells[column]}`);
  return `${[nameOf(first), figures.join('; ')].filter(Boolean).join(', ')}${inUnit(table)}`;
}

const sayRow = (columns: readonly string[], { cells }: Row): string =>
  cells
    .flatMap((cell, column) => (cell === '' ? [] : [columns[column] ? `${columns[column]}: ${cell}` : cell]))
    .join('; ');
