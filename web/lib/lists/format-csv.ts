import { escapeFormulas } from '#shared/domain/export/escape-formulas.ts';

export type CsvCell = string | number | null;

/** The mark by which Excel knows UTF-8. */
const UTF8_MARK = '\ufeff';

const formatCell = (cell: CsvCell): string =>
  typeof cell === 'string' ? `"${escapeFormulas(cell).replaceAll('"', '""')}"` : String(cell ?? '');

/** Formats rows as CSV (RFC 4180) in UTF-8; what a spreadsheet would calculate is made text. */
export const formatCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  UTF8_MARK + rows.map((row) => `${row.map(formatCell).join()}\r\n`).join('');
