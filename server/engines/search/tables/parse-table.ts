import { parseAmount } from './cell-values.ts';
import { nameColumns } from './lines/period-lines.ts';
import { parseSaidTable } from './lines/said-table.ts';
import { findTabbedLines, isTabbedRow, splitCells } from './lines/tabbed-lines.ts';
import type { Table, TextLine } from './table-types.ts';

/** Lines above a table that may name its scale. */
const MAX_NOTES = 4;

/** Reads the table around a line; undefined when the line is none of a table. `lines` are consecutive. */
export function parseTable(lines: readonly TextLine[], at: number, isComplete: boolean): Table | undefined {
  const line = lines[at]?.text ?? '';
  if (isTabbedRow(line)) return parseTabbedTable(lines, at, isComplete);
  return parseSaidTable(lines, at, isComplete);
}

/** Tells whether a text has rows of a table, so that reading the passages around it is worth while. */
export const looksTabular = (text: string): boolean =>
  text.includes('\t') ||
  /(?:^|[\n;] ?)[^\n:;]{1,80}: [^\n;]+; [^\n;]|(?:^|\n)[^\n:;]+; [^\n:;]{1,80}: /.test(text);

/**
 * Reads rows whose cells are set apart by tabs, as those of a PDF are, with the periods or other names of the columns above them.
 */
function parseTabbedTable(lines: readonly TextLine[], at: number, isComplete: boolean): Table {
  const { header, first, last, periods } = findTabbedLines(lines, at);
  const split = lines.slice(first, last + 1).map((line) => ({ ...line, cells: splitCells(line.text) }));
  const [firstRow, ...body] = split;
  const isNamed = periods.length === 0 && firstRow !== undefined && isHeader(firstRow.cells, body);
  const rows = isNamed ? body : split;
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const label = periods.find((line) => line.label !== '')?.label ?? '';
  const names = isNamed
    ? alignRight(firstRow.cells, Math.max(width, firstRow.cells.length))
    : periods.length > 0
      ? [label, ...nameColumns(periods, width - 1)]
      : [];
  const columns = Array.from({ length: Math.max(width, names.length) }, (_, column) => names[column] ?? '');
  return {
    notes: lines.slice(Math.max(0, header - MAX_NOTES), header).map(({ text }) => text),
    columns,
    rows: rows.map((row) => ({
      ...row,
      cells: columns.map((_, column) => row.cells[column] ?? ''),
      isUneven: row.cells.length > 1 && row.cells.length < columns.length,
    })),
    isComplete: isComplete && at >= first,
  };
}

/** A row without a name for the first column has its names above the last ones. */
const alignRight = (cells: readonly string[], width: number): readonly string[] =>
  cells.length < width ? [...Array<string>(width - cells.length).fill(''), ...cells] : cells;

function isHeader(cells: readonly string[], body: readonly { cells: readonly string[] }[]): boolean {
  const bodyHasValues = body.some((row) => row.cells.some((cell) => parseAmount(cell) !== undefined));
  return (
    body.length > 0 &&
    cells.every((cell) => parseAmount(cell) === undefined) &&
    (bodyHasValues || cells.length > 2)
  );
}
