import type { Table, TableRow, TextLine } from '../table-types.ts';

const CELL_SEPARATOR = '; ';
/** A sentence may contain semicolons and colons, a row of a table has little but names and values. */
const MAX_NAME_LENGTH = 80;
/** The line that the extraction of workbooks writes above each sheet. */
const SHEET_OVERVIEW = /^Sheet .+: \d+ rows(?:;|$)/;
/** Colons in a cell behind which the name of its column may end. */
const MAX_COLONS = 4;
/** Cells of a table whose rows repeat the names of its columns: 2,000 rows of 200 columns. */
const MAX_CELLS = 400_000;
/** Lines above a table that may name its scale. */
const MAX_NOTES = 4;

/**
 * Keeps, of lines that several rows are looked for among, the line of names, and the table below it, which is the same for all of
 * them.
 */
const headed = new WeakMap<readonly TextLine[], { at: number; table?: Table | undefined }>();

/** Reads rows that repeat the names of their columns (`Name: value; Name: value`), as those of sheets and Word tables do. */
export function parseSaidTable(
  lines: readonly TextLine[],
  at: number,
  isComplete: boolean,
): Table | undefined {
  const known = headed.get(lines);
  if (known !== undefined && known.at >= 0) return known.table;
  const header = known?.at ?? findHeaderLine(lines);
  const { from, to } = header < 0 ? findSaidLines(lines, at) : { from: header + 1, to: lines.length };
  const table = at < to ? readSaidLines(lines, header, { from, to }, isComplete) : undefined;
  headed.set(lines, { at: header, table: header < 0 ? undefined : table });
  return table;
}

function readSaidLines(
  lines: readonly TextLine[],
  headerAt: number,
  body: { from: number; to: number },
  isComplete: boolean,
): Table | undefined {
  const names = headerAt < 0 ? undefined : segmentsOf(lines[headerAt]?.text ?? '');
  const said = lines.slice(body.from, body.to);
  const columns = deriveColumns(said, names);
  if (columns.length < 2 || columns.length * said.length > MAX_CELLS) return undefined;
  const columnsOf = new Map<string, number[]>();
  for (const [column, name] of columns.entries())
    if (name !== '') columnsOf.set(name, [...(columnsOf.get(name) ?? []), column]);
  return {
    notes: lines
      .slice(
        names === undefined ? Math.max(0, body.from - MAX_NOTES) : 0,
        names === undefined ? body.from : headerAt,
      )
      .map(({ text }) => text)
      .filter((text) => !SHEET_OVERVIEW.test(text)),
    columns,
    rows: said.map((line) => parseSaidRow(line, columns, columnsOf)),
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

type ColumnsOf = ReadonlyMap<string, readonly number[]>;

function parseSaidRow(
  { text, start, end }: TextLine,
  columns: readonly string[],
  columnsOf: ColumnsOf,
): TableRow {
  const cells = columns.map(() => '');
  let last = -1;
  for (const segment of text.split(CELL_SEPARATOR)) {
    const column = findColumn(segment, last, columnsOf);
    if (column !== undefined) {
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

/** Finds the first column behind the last one whose name a segment is or begins with. A name may contain a colon itself. */
function findColumn(segment: string, last: number, columnsOf: ColumnsOf): number | undefined {
  const next = (name: string) => {
    const columns = columnsOf.get(name) ?? [];
    return columns[lowerBound(columns, last + 1)] ?? Number.POSITIVE_INFINITY;
  };
  let first = next(segment);
  let end = segment.indexOf(': ');
  for (let colons = 0; end >= 0 && colons < MAX_COLONS; colons++) {
    first = Math.min(first, next(segment.slice(0, end)));
    end = segment.indexOf(': ', end + 1);
  }
  return Number.isFinite(first) ? first : undefined;
}

/** Returns the place of the first of ascending numbers that is not below the least. */
function lowerBound(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
