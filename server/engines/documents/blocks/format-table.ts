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

/** The rows of a small table, the first of which names its columns; a lone row or column has no header and stays plain. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const [header, ...body] = rows.filter((row) => row.some((cell) => collapseWhitespace(cell) !== ''));
  if (!header) return [];
  const plain = body.length === 0 || header.filter((cell) => collapseWhitespace(cell) !== '').length < 2;
  if (plain) return [header, ...body].map((row) => formatRow([], row));
  const said = body.map((row) => formatRow(header, row));
  // A column without values would take its name along.
  const hasEmptyColumn = header.some((_, column) =>
    body.every((row) => collapseWhitespace(row[column] ?? '') === ''),
  );
  return hasEmptyColumn ? [formatRow([], header), ...said] : said;
}

/** Index of the row that names the columns: the first, within the top, that is all words and at least as wide as most. */
export function findHeaderRow(rows: readonly (readonly string[])[]): number {
  const top = rows.slice(0, HEADER_SEARCH_ROWS);
  const widths = top.map((row) => row.filter((cell) => collapseWhitespace(cell) !== '').length);
  const widest = Math.max(0, ...widths);
  return top.findIndex((row, index) => {
    const filled = row.filter((cell) => collapseWhitespace(cell) !== '');
    const words = filled.filter((cell) => /\p{L}/u.test(cell)).length;
    return (
      filled.length >= 2 && filled.length * 2 > widest && words * 2 > filled.length && index < rows.length - 1
    );
  });
}

const HEADER_SEARCH_ROWS = 20;

function collapseWhitespace(cell: string): string {
  return cell.replace(/\s+/g, ' ').trim();
}
