import { read as readFile, utils, type WorkSheet } from '@e965/xlsx';
import { describeSheet, type ReadCell, type Sheet } from './sheet.ts';

/** Returns the visible sheets of a workbook with formatted cells. Throws the library's errors. */
export function readWorkbook(bytes: ArrayBuffer): { sheet: Sheet; read: ReadCell }[] {
  // Formulas are not evaluated; images, macros and HTML in cells are ignored.
  const book = readFile(bytes, { dense: true, cellFormula: false, cellHTML: false, bookVBA: false });
  return book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name];
    if (!sheet || book.Workbook?.Sheets?.[index]?.Hidden) return [];
    const size = sizeOf(sheet);
    const read: ReadCell = (row, column) => {
      const cell = sheet['!data']?.[row]?.[column];
      return cell && (cell.w ?? (cell.v === undefined ? undefined : String(cell.v)));
    };
    return [{ sheet: describeSheet(name, size, read), read }];
  });
}

/** Measures the rows that have cells: the declared range may include a million empty rows. */
function sizeOf(sheet: WorkSheet): { rows: number; columns: number } {
  const rows = sheet['!data'] ?? [];
  const last = rows.findLastIndex((row) => row?.length > 0);
  const columns = sheet['!ref'] === undefined ? 0 : utils.decode_range(sheet['!ref']).e.c + 1;
  return { rows: last + 1, columns: last < 0 ? 0 : columns };
}
