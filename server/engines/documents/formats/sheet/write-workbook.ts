import type { ParsingOptions, WorkBook, WorkSheet } from '@e965/xlsx';
import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { findHeaderRow } from '#server/engines/documents/blocks/format-table.ts';
import { findHiddenParts, withoutHidden } from './hidden-parts.ts';
import { MAX_READ_ROWS, MAX_SHEET_ROWS, writeSheet } from './write-sheet.ts';

/**
 * Turns off results that are not needed: formulas and formatted copies of cells. Styles say which rows and columns are hidden.
 */
export const READ_OPTIONS = {
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellStyles: true,
  sheetRows: MAX_READ_ROWS,
} as const satisfies ParsingOptions;

const OVERVIEW_COLUMNS = 50;

/** The sheets of a workbook, hidden ones included and marked, each with a line that says what is in it. Returns its title. */
export function writeWorkbook(workbook: WorkBook, writer: BlockWriter): string | undefined {
  const visibility = workbook.Workbook?.Sheets ?? [];
  workbook.SheetNames.forEach((sheet, index) => {
    const worksheet = workbook.Sheets[sheet];
    if (!worksheet) return;
    const all = displayedRows(worksheet);
    const isSheetHidden = Boolean(visibility[index]?.Hidden);
    // Those who see a sheet read nothing of its hidden rows and columns; of a hidden sheet all is hidden alike.
    const hiddenParts = isSheetHidden ? undefined : findHiddenParts(worksheet);
    const rows = hiddenParts ? withoutHidden(all, hiddenParts) : all;
    const header = rows[findHeaderRow(rows)] ?? [];
    const filled = rows.slice(0, MAX_SHEET_ROWS).filter((row) => row.some((cell) => cell !== '')).length;
    const columns = header
      .filter((cell) => cell.trim() !== '')
      .slice(0, OVERVIEW_COLUMNS)
      .join(', ');
    if (filled === 0 && all.every((row) => row.every((cell) => cell === ''))) return;
    const place = { sheet, ...(isSheetHidden && { isHidden: true as const }) };
    writer.resetHeadings();
    writer.addHeading(1, sheet, place);
    const hidden = isSheetHidden ? ' (hidden)' : '';
    const overview = `Sheet ${sheet}${hidden}: ${filled} rows${columns && `; columns: ${columns}`}`;
    writer.addBlock('paragraph', overview, place);
    writeSheet(writer, rows, place, hiddenParts && { all, ...hiddenParts });
  });
  return workbook.Props?.Title;
}

/** Cells as the sheet shows them (dates, currency, rounding), empty ones as ''. */
function displayedRows(worksheet: WorkSheet): string[][] {
  const rows: string[][] = [];
  for (const row of worksheet['!data'] ?? []) {
    // The library leaves holes where rows and cells are empty; Array.from fills them.
    rows.push(Array.from(row ?? [], (cell) => cell?.w ?? String(cell?.v ?? '')));
  }
  return rows;
}
