/** A row said in full, so that it is understood without its table: 'Header: value; Header: value', empty cells left out. */
export function formatRow(header: readonly string[], row: readonly string[]): string {
  return row
    .flatMap((cell, column) => {
      const value = collapseWhitespace(cell);
      const name = collapseWhitespace(header[column] ?? '').replace(/:$/, '');
      return value === '' ? [] : [name === '' || name === value ? value : `${name}: ${value}`];
    })
    .join('; ');
}

/**
 * The rows of a small table, each with the names of its columns: those of the first row with two cells, below lines such as a
 * caption. A lone row or column has no header and stays plain, and so does a table that begins with an amount.
 */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const filled = rows.filter((row) => countFilled(row) > 0);
  const headerAt = filled.findIndex((row) => countFilled(row) > 1);
  const first = filled[headerAt];
  if (first === undefined || headerAt === filled.length - 1 || hasAmount(first))
    return filled.map((row) => formatRow([], row));
  const { header, body } = joinHeaderRows(first, filled.slice(headerAt + 1));
  const said = body.map((row) => formatRow(header, row));
  // A column without values would take its name along.
  const hasEmptyColumn = header.some((_, column) =>
    body.every((row) => collapseWhitespace(row[column] ?? '') === ''),
  );
  const captions = filled.slice(0, headerAt).map((row) => formatRow([], row));
  return hasEmptyColumn ? [...captions, formatRow([], header), ...said] : [...captions, ...said];
}

/** Joins rows below the header that go on naming columns, such as `£ thousand` below each year: their first cell is empty. */
function joinHeaderRows(
  first: readonly string[],
  rows: readonly (readonly string[])[],
): { header: readonly string[]; body: readonly (readonly string[])[] } {
  const [next] = rows;
  const goesOn =
    next !== undefined &&
    rows.length > 1 &&
    collapseWhitespace(first[0] ?? '') === '' &&
    collapseWhitespace(next[0] ?? '') === '' &&
    countFilled(next) > 1 &&
    !hasAmount(next);
  if (!goesOn) return { header: first, body: rows };
  const width = Math.max(first.length, next.length);
  const header = Array.from({ length: width }, (_, column) =>
    [first[column] ?? '', next[column] ?? ''].map(collapseWhitespace).filter(Boolean).join(' '),
  );
  return joinHeaderRows(header, rows.slice(1));
}

/** A number with its sign, currency or percent sign. */
const AMOUNT = /^[-–(]?\s*(?:\p{Sc}|[A-Z]{3}\s)?\s*[-–]?\d[\d.,'’ ]*\s*(?:%|\p{Sc})?\)?$/u;
const YEAR = /^(?:19|20)\d\d$/;

/** Longer cells are not tried: the time that the pattern takes grows with the third power of their length. */
const MAX_AMOUNT_LENGTH = 60;

/** Tells whether a cell beyond the first is an amount; a year names a column. */
const hasAmount = (row: readonly string[]): boolean =>
  row.slice(1).some((cell) => {
    const text = cell.trim();
    return text.length <= MAX_AMOUNT_LENGTH && AMOUNT.test(text) && !YEAR.test(text);
  });

const countFilled = (row: readonly string[]): number =>
  row.filter((cell) => collapseWhitespace(cell) !== '').length;

/**
 * Index of the row that names the columns: the first, within the top, that is all words or years and at least as wide as most.
 */
export function findHeaderRow(rows: readonly (readonly string[])[]): number {
  const top = rows.slice(0, HEADER_SEARCH_ROWS);
  const widths = top.map(countFilled);
  const widest = Math.max(0, ...widths);
  return top.findIndex((row, index) => {
    const filled = row.filter((cell) => collapseWhitespace(cell) !== '');
    const words = filled.filter((cell) => /\p{L}/u.test(cell) || YEAR.test(cell.trim())).length;
    return (
      filled.length >= 2 && filled.length * 2 > widest && words * 2 > filled.length && index < rows.length - 1
    );
  });
}

const HEADER_SEARCH_ROWS = 20;

function collapseWhitespace(cell: string): string {
  return cell.replace(/\s+/g, ' ').trim();
}
