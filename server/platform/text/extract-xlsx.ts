import { read, type WorkSheet } from '@e965/xlsx';
import { zipSync } from 'fflate';
import type { BlockWriter } from './block-writer.ts';
import { MAX_SHEET_ROWS, writeSheet } from './sheet-rows.ts';
import { findHeaderRow } from './table-text.ts';
import { decodeXml } from './xml.ts';

/**
 * A workbook, hidden sheets included. The library inflates without limits, so it is handed an archive of the parts that
 * were inflated under ours and declare no entities, stored uncompressed: it sees nothing else.
 */
export function extractXlsx(parts: Map<string, Buffer>, writer: BlockWriter): string | undefined {
  for (const xml of parts.values()) decodeXml(xml);
  const stored = zipSync(Object.fromEntries(parts), { level: 0 });
  parts.clear();
  const workbook = read(stored, {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    sheetRows: MAX_SHEET_ROWS + 1,
  });
  const visibility = workbook.Workbook?.Sheets ?? [];
  workbook.SheetNames.forEach((sheet, index) => {
    const worksheet = workbook.Sheets[sheet];
    if (!worksheet) return;
    const rows = displayedRows(worksheet);
    const header = rows[findHeaderRow(rows)] ?? [];
    const filled = rows.filter((row) => row.some((cell) => cell !== '')).length;
    const columns = header
      .filter((cell) => cell.trim() !== '')
      .slice(0, OVERVIEW_COLUMNS)
      .join(', ');
    if (filled === 0) return;
    const hidden = visibility[index]?.Hidden ? ' (hidden)' : '';
    writer.leaveHeadings();
    writer.heading(1, sheet, { sheet });
    const overview = `Sheet ${sheet}${hidden}: ${filled} rows${columns && `; columns: ${columns}`}`;
    writer.block('paragraph', overview, { sheet });
    writeSheet(writer, rows, { sheet });
  });
  return workbook.Props?.Title;
}

const OVERVIEW_COLUMNS = 50;

/** Cells as the sheet shows them (dates, currency, rounding), empty ones as ''. */
function displayedRows(worksheet: WorkSheet): string[][] {
  const rows: string[][] = [];
  for (const row of worksheet['!data'] ?? []) {
    // The library leaves holes where rows and cells are empty; Array.from fills them.
    rows.push(Array.from(row ?? [], (cell) => cell?.w ?? String(cell?.v ?? '')));
  }
  return rows;
}
