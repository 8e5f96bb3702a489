import { type CellObject, read, type WorkSheet } from '@e965/xlsx';
import { zipSync } from 'fflate';
import Papa from 'papaparse';
import { runWithTimeout } from '#server/engines/sandbox/child-side.ts';
import { decodeXml } from '../formats/containers/xml.ts';
import { readZipParts } from '../formats/containers/zip-parts.ts';
import { decodeText } from '../formats/plain-text/decode-text.ts';
import { WORKBOOK_PART } from '../formats/sheet/extract-xlsx.ts';
import type { Table, TableRequest } from './table-protocol.ts';

const MAX_INFLATED_BYTES = 200 * 1024 * 1024;
/** Together a row of at most 400,000 characters, which fits in a frame of the reply. */
const MAX_COLUMNS = 100;
const MAX_CELL_LENGTH = 4_000;

/** Reads the rows of a CSV file, or of the first sheet of a workbook. Empty rows are left out of the end only. */
export async function readRows({ type, maxRows, timeoutMs }: TableRequest, bytes: Buffer): Promise<Table> {
  const parts = type === 'csv' ? undefined : await readZipParts(bytes, MAX_INFLATED_BYTES, WORKBOOK_PART);
  const rows = runWithTimeout(
    () => (parts ? rowsOfWorkbook(parts, maxRows) : rowsOfCsv(bytes, maxRows)),
    timeoutMs,
  );
  if (rows.length > maxRows) return { problem: 'too-many-rows' };
  return { rows: rows.map((row) => row.slice(0, MAX_COLUMNS).map(cleanCell)) };
}

const cleanCell = (cell: string): string =>
  cell
    .slice(0, MAX_CELL_LENGTH)
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim();

function rowsOfCsv(bytes: Buffer, maxRows: number): string[][] {
  return Papa.parse<string[]>(decodeText(bytes).trimEnd(), { preview: maxRows + 1 }).data;
}

/** Like the extraction of text, hands the library an archive of parts that were inflated under our limits. */
function rowsOfWorkbook(parts: Map<string, Buffer>, maxRows: number): string[][] {
  for (const [name, part] of parts) if (!name.endsWith('.bin')) decodeXml(part);
  const stored = zipSync(Object.fromEntries(parts), { level: 0 });
  const workbook = read(stored, {
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellDates: true,
    UTC: true,
    sheetRows: maxRows + 1,
    type: 'array',
  });
  return rowsOfSheet(workbook.Sheets[workbook.SheetNames[0] ?? '']);
}

function rowsOfSheet(sheet: WorkSheet | undefined): string[][] {
  // The library leaves holes where rows and cells are empty; Array.from fills them.
  const rows = Array.from(sheet?.['!data'] ?? [], (row) => Array.from(row ?? [], textOfCell));
  return rows.slice(0, rows.findLastIndex((row) => row.some((cell) => cell !== '')) + 1);
}

function textOfCell(cell: CellObject | undefined): string {
  if (!(cell?.v instanceof Date)) return cell?.w ?? String(cell?.v ?? '');
  // The number of a day that is beyond every calendar.
  return Number.isNaN(cell.v.getTime()) ? (cell.w ?? '') : cell.v.toISOString().slice(0, 10);
}
