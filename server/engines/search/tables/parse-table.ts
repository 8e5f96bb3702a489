import { parseAmount } from './cell-values.ts';
import { nameColumns } from './period-lines.ts';
import { findTabbedLines, isTabbedRow, splitCells } from './tabbed-lines.ts';
import type { Table, TableRow, TextLine } from './table-types.ts';

const CELL_SEPARATOR = '; ';
/** A sentence may contain semicolons and colons, a row of a table has little but names and values. */
const MAX_NAME_LENGTH = 80;
/** The line that the extraction of workbooks writes above each sheet. */
const SHEET_OVERVIEW = /^Sheet .+: \d+ rows(?:;|$)/;
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

/** Reads rows whose cells are set apart by tabs, as those of a PDF are, with the periods or other names of the columns above them. */
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

/** Keeps the line of names of lines that several tables are read from. */
const headerLines = new WeakMap<readonly TextLine[], number>();

/** Reads rows that repeat the names of their columns (`Name: value; Name: value`), as those of sheets and Word tables do. */
function parseSaidTable(lines: readonly TextLine[], at: number, isComplete: boolean): Table | undefined {
  const headerAt = headerLines.get(lines) ?? findHeaderLine(lines);
  headerLines.set(lines, headerAt);
  const names = headerAt < 0 ? undefined : segmentsOf(lines[headerAt]?.text ?? '');
  const body = names === undefined ? findSaidLines(lines, at) : { from: headerAt + 1, to: lines.length };
  const said = lines.slice(body.from, body.to);
  if (said.length === 0 || at >= body.to) return undefined;
  const columns = deriveColumns(said, names);
  if (columns.length < 2) return undefined;
  return {
    notes: lines
      .slice(
        names === undefined ? Math.max(0, body.from - MAX_NOTES) : 0,
        names === undefined ? body.from : headerAt,
      )
      .map(({ text }) => text)
      .filter((text) => !SHEET_OVERVIEW.test(text)),
    columns,
    rows: said.map((line) => parseSaidRow(line, columns)),
    isComplete,
  };
}

const segmentsOf = (text: string): string[] =>
  text.split(CELL_SEPARATOR).map((name) => name.replace(/:$/, ''));

const nameOf = (segment: string): string | undefined => {
  const end = segment.indexOf(': ');
  return end > 0 && end <= MAX_NAME_LENGTH ? segment.slice(0, end) : undefined;
};

/** Finds the line whose cells the rows below it repeat as names. */
function findHeaderLine(lines: readonly TextLine[]): number {
  return lines.findIndex(({ text }, index) => {
    if (SHEET_OVERVIEW.test(text)) return false;
    const names = new Set(segmentsOf(text));
    if (names.size < 2) return false;
    const next = segmentsOf(lines[index + 1]?.text ?? '').map(nameOf);
    const known = next.filter((name) => name !== undefined && names.has(name)).length;
    return known > 0 && known * 2 >= next.length - 1;
  });
}

/** The lines around this one that have names and values. */
function findSaidLines(lines: readonly TextLine[], at: number): { from: number; to: number } {
  const names = new Set(segmentsOf(lines[at]?.text ?? '').flatMap((segment) => nameOf(segment) ?? []));
  const isRow = (index: number) => {
    const segments = segmentsOf(lines[index]?.text ?? '');
    const shared = segments.filter((segment) => names.has(nameOf(segment) ?? '')).length;
    return segments.length > 1 && shared * 2 >= segments.length - 1 && shared > 0;
  };
  if (!isRow(at)) return { from: at, to: at };
  let [from, to] = [at, at + 1];
  while (isRow(from - 1)) from--;
  while (isRow(to)) to++;
  return { from, to };
}

/** The header's names, or those that half of the rows repeat; '' first where rows begin with a cell without a name. */
function deriveColumns(said: readonly TextLine[], header: readonly string[] | undefined): string[] {
  const names = new Map<string, number>();
  let unnamed = 0;
  for (const { text } of said) {
    const segments = segmentsOf(text);
    const [first = ''] = segments;
    const isNamed = (segment: string) => {
      const name = nameOf(segment);
      return name !== undefined && (header === undefined || header.includes(name));
    };
    if (segments.length > 1 && !isNamed(first) && header?.includes(first) !== true) unnamed++;
    for (const segment of segments) {
      const name = nameOf(segment);
      if (name !== undefined) names.set(name, (names.get(name) ?? 0) + 1);
    }
  }
  const common = [...names].filter(([, count]) => count * 2 >= said.length).map(([name]) => name);
  const columns = header ?? common;
  return unnamed * 2 > said.length ? ['', ...columns] : [...columns];
}

function parseSaidRow({ text, start, end }: TextLine, columns: readonly string[]): TableRow {
  const cells = columns.map(() => '');
  let last = -1;
  for (const segment of text.split(CELL_SEPARATOR)) {
    const column = columns.findIndex(
      (name, index) => index > last && name !== '' && (segment.startsWith(`${name}: `) || segment === name),
    );
    if (column >= 0) {
      const name = columns[column] ?? '';
      cells[column] = segment === name ? name : segment.slice(name.length + 2);
      last = column;
    } else if (last < 0) {
      cells[0] = segment;
      last = 0;
    } else cells[last] = `${cells[last]}${CELL_SEPARATOR}${segment}`;
  }
  return { cells, text, start, end };
}
