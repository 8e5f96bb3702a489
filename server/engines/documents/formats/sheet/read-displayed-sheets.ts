import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from '@e965/xlsx';
import Papa from 'papaparse';
import { decodeXml } from '../containers/xml.ts';
import { readZipParts } from '../containers/zip-parts.ts';
import { decodeText } from '../plain-text/decode-text.ts';
import type { SpreadsheetType } from './spreadsheet-types.ts';
import { columnName, MAX_READ_ROWS, MAX_SHEET_ROWS } from './write-sheet.ts';

/** A cell as the sheet shows it. */
export interface DisplayedCell {
  readonly text: string;
  readonly align: 'left' | 'center' | 'right';
}

/** A sheet as a reader sees it: no hidden rows and columns, no formulas, no comments. */
export interface DisplayedSheet {
  readonly name: string;
  /** Cells by row and column; empty ones are absent. */
  readonly rows: readonly (readonly (DisplayedCell | undefined)[])[];
  /** The number of each row and the letters of each column in the sheet, which may hide others between them. */
  readonly rowNumbers: readonly number[];
  readonly columnNames: readonly string[];
  /** Widths that the sheet states, in characters. */
  readonly widths: readonly (number | undefined)[];
  /** Further rows or columns have contents. */
  readonly isCut: boolean;
}

/** Beyond these a sheet is no reading matter. */
const MAX_COLUMNS = 200;
const MAX_NAME_LENGTH = 100;
/** Longer texts would fill a page of their own. */
const MAX_CELL_LENGTH = 2_000;

/** Formatted texts of cells, and which rows and columns are hidden; formulas and HTML are not read. */
const DISPLAY_OPTIONS = {
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellStyles: true,
  sheetRows: MAX_READ_ROWS,
} as const satisfies ParsingOptions;

/** Matches amounts and percentages in the formats of any locale. */
const NUMBER = /^[-+(]?\p{Sc}?\s?\d[\d.,\s'’]*\s?(?:%|\p{Sc}|\))?$/u;

/** Unpacks a spreadsheet; the function returned reads the sheets that it shows, without waiting for anything. */
export async function prepareDisplayedSheets(
  type: SpreadsheetType | 'xml',
  bytes: Buffer,
  maxInflated: number,
): Promise<() => DisplayedSheet[]> {
  if (type === 'csv') return () => [displayText(bytes)];
  if (type === 'xls') {
    const { openXls } = await import('./extract-xls.ts');
    return () => displaySheets(openXls(bytes, DISPLAY_OPTIONS));
  }
  if (type === 'xml') {
    const { openXmlWorkbook } = await import('../xml/open-xml-workbook.ts');
    return () => displaySheets(openXmlWorkbook(decodeXml(bytes), DISPLAY_OPTIONS));
  }
  if (type === 'ods') {
    const { openOds } = await import('../open-document/extract-ods.ts');
    const parts = await readZipParts(bytes, maxInflated);
    return () => displaySheets(openOds(parts, DISPLAY_OPTIONS).book);
  }
  const { openXlsx, WORKBOOK_PART } = await import('./extract-xlsx.ts');
  const parts = await readZipParts(bytes, maxInflated, WORKBOOK_PART);
  return () => displaySheets(openXlsx(parts, DISPLAY_OPTIONS));
}

function displayText(bytes: Buffer): DisplayedSheet {
  const { data: all } = Papa.parse<string[]>(decodeText(bytes).trimEnd(), { preview: MAX_SHEET_ROWS + 1 });
  const data = all.slice(0, MAX_SHEET_ROWS);
  const widest = data.reduce((max, row) => Math.max(max, row.length), 0);
  const columns = Math.min(MAX_COLUMNS, widest);
  const isRowCut = (row: readonly string[]) => row.slice(columns).some((text) => text.trim() !== '');
  return {
    name: '',
    rows: data.map((row) => row.slice(0, columns).map((text) => toCell(text, NUMBER.test(text.trim())))),
    rowNumbers: data.map((_row, index) => index + 1),
    columnNames: Array.from({ length: columns }, (_, column) => columnName(column)),
    widths: [],
    isCut: data.length < all.length || data.some(isRowCut),
  };
}

function displaySheets(book: WorkBook): DisplayedSheet[] {
  const visibility = book.Workbook?.Sheets ?? [];
  return book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name];
    return sheet && !visibility[index]?.Hidden ? [displaySheet(name, sheet)] : [];
  });
}

function displaySheet(name: string, sheet: WorkSheet): DisplayedSheet {
  const data = sheet['!data'] ?? [];
  const last = data.findLastIndex((row) => row?.some((cell) => cell !== undefined && cell.v !== undefined));
  const widest = data.slice(0, last + 1).reduce((max, row) => Math.max(max, row?.length ?? 0), 0);
  const range = (count: number) => Array.from({ length: count }, (_, at) => at);
  const isHidden = (column: number) => sheet['!cols']?.[column]?.hidden === true;
  const shownColumns = range(widest).filter((column) => !isHidden(column));
  const columns = shownColumns.slice(0, MAX_COLUMNS);
  const cutColumns = shownColumns.slice(MAX_COLUMNS);
  const shownRows = range(last + 1).filter((row) => !sheet['!rows']?.[row]?.hidden);
  const rows = shownRows.filter((row) => row < MAX_SHEET_ROWS);
  const isRowCut = (row: number) =>
    (data[row]?.length ?? 0) > (cutColumns[0] ?? 0) &&
    cutColumns.some((column) => hasText(data[row]?.[column]));
  const isBelow = (row: number) =>
    row >= MAX_SHEET_ROWS && data[row]?.some((cell, column) => !isHidden(column) && hasText(cell));
  // Only the range is known of what is not read, and formats enlarge it too.
  const continues = sheet['!fullref'] !== undefined && data[MAX_READ_ROWS - 1]?.some(hasText);
  return {
    name: name.slice(0, MAX_NAME_LENGTH).toWellFormed(),
    rows: rows.map((row) =>
      columns.map((column) => {
        const cell = data[row]?.[column];
        if (cell?.v === undefined) return undefined;
        return toCell(cell.w ?? String(cell.v), cell.t === 'n' || cell.t === 'd', cell.t === 'b');
      }),
    ),
    rowNumbers: rows.map((row) => row + 1),
    columnNames: columns.map(columnName),
    widths: columns.map((column) => sheet['!cols']?.[column]?.wch),
    isCut: continues === true || shownRows.some(isBelow) || rows.some(isRowCut),
  };
}

/** Tells whether a cell shows anything: formulas may result in an empty text. */
const hasText = (cell: CellObject | undefined): boolean =>
  cell?.v !== undefined && String(cell.v).trim() !== '';

function toCell(text: string, isNumber: boolean, isLogical = false): DisplayedCell | undefined {
  const shown = text.slice(0, MAX_CELL_LENGTH).toWellFormed().trim();
  if (shown === '') return undefined;
  const align = isNumber ? 'right' : isLogical ? 'center' : 'left';
  return { text: shown, align };
}
