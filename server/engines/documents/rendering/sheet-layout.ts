import type { SKRSContext2D } from '@napi-rs/canvas';
import { findHeaderRow } from '../blocks/format-table.ts';
import type { DisplayedCell, DisplayedSheet } from '../formats/sheet/read-displayed-sheets.ts';
import { BOLD, SANS } from './fonts.ts';

/** Lengths are in points. */
export const FONT_SIZE = 9;
export const CELL_PADDING = 4;
export const LINE_HEIGHT = 12;
const ROW_PADDING = 4;
export const ROW_NUMBER_WIDTH = 34;
export const LETTERS_HEIGHT = 14;
/** About the width of A4 across; wider sheets continue with further columns on the next page. */
const MAX_PAGE_WIDTH = 1_000;
const MIN_PAGE_WIDTH = 720;
const PAGE_HEIGHT = 620;
const CHARACTER_WIDTH = 5.2;
const MIN_COLUMN_CHARACTERS = 5;
const MAX_COLUMN_CHARACTERS = 42;
const MAX_CELL_LINES = 12;
/** Rows above the data that stay in view. */
const MAX_FROZEN_ROWS = 4;

/** Rows and columns of a sheet on one page, by index; `end` is exclusive. */
export interface SheetPage {
  readonly sheet: SheetGrid;
  readonly columns: { readonly first: number; readonly end: number };
  readonly rows: { readonly first: number; readonly end: number };
  readonly width: number;
  readonly height: number;
}

/** A sheet with the sizes of its rows and columns. */
export interface SheetGrid {
  readonly content: DisplayedSheet;
  /** The rows that name the columns, which each page repeats. */
  readonly frozenRows: number;
  readonly columnWidths: readonly number[];
  readonly rowHeights: readonly number[];
  readonly frozenHeight: number;
}

/** Returns the font of a row; the rows that name the columns are bold. */
export const fontOfRow = (grid: SheetGrid, row: number): string =>
  `${FONT_SIZE}px ${row < grid.frozenRows ? BOLD : SANS}`;

export function measureSheet(content: DisplayedSheet, ruler: SKRSContext2D): SheetGrid {
  const columnWidths = content.columnNames.map((_name, column) => columnWidth(content, column));
  const frozenRows = Math.min(
    MAX_FROZEN_ROWS,
    findHeaderRow(
      content.rows.slice(0, MAX_FROZEN_ROWS + 1).map((row) => row.map((cell) => cell?.text ?? '')),
    ) + 1,
  );
  const grid = { content, frozenRows, columnWidths, rowHeights: [], frozenHeight: 0 };
  const rowHeights = content.rows.map((row, index) => {
    const lines = row.map((cell, column) => (cell ? wrapCell(grid, index, column, cell, ruler).length : 1));
    return Math.min(MAX_CELL_LINES, Math.max(1, ...lines)) * LINE_HEIGHT + ROW_PADDING;
  });
  const frozenHeight = LETTERS_HEIGHT + sum(rowHeights.slice(0, frozenRows));
  return { ...grid, rowHeights, frozenHeight };
}

/** Returns the width that the sheet states, or one that is enough for its numbers and for short words. */
function columnWidth({ rows, widths }: DisplayedSheet, column: number): number {
  let needed = MIN_COLUMN_CHARACTERS;
  for (const row of rows) {
    const cell = row[column];
    // The only cell of its row is a title, which may run over the columns beside it.
    if (!cell || (cell.align === 'left' && isAlone(row, column))) continue;
    needed = Math.max(needed, cell.text.length);
  }
  const stated = widths[column];
  const characters = Math.min(MAX_COLUMN_CHARACTERS, Math.max(needed, Math.min(stated ?? 0, needed * 2)));
  return Math.round(characters * CHARACTER_WIDTH) + 2 * CELL_PADDING;
}

const isAlone = (row: readonly (DisplayedCell | undefined)[], column: number): boolean =>
  row.every((other, at) => at === column || other === undefined);

/** Returns the lines of a cell's text; that of a cell alone in its row is not broken. */
export function wrapCell(
  grid: Pick<SheetGrid, 'content' | 'columnWidths' | 'frozenRows'>,
  row: number,
  column: number,
  { text, align }: DisplayedCell,
  ruler: SKRSContext2D,
): string[] {
  const room = (grid.columnWidths[column] ?? 0) - 2 * CELL_PADDING;
  if (align !== 'left' || isAlone(grid.content.rows[row] ?? [], column)) return [text.replaceAll('\n', ' ')];
  const lines: string[] = [];
  ruler.font = `${FONT_SIZE}px ${row < grid.frozenRows ? BOLD : SANS}`;
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/(?<=[\s/-])/)) {
      if (line !== '' && ruler.measureText(line + word.trimEnd()).width > room) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += word;
    }
    lines.push(line.trimEnd());
    if (lines.length > MAX_CELL_LINES) break;
  }
  if (lines.length <= MAX_CELL_LINES) return lines;
  return [...lines.slice(0, MAX_CELL_LINES - 1), `${lines[MAX_CELL_LINES - 1]} …`];
}

/** Divides a sheet into pages: all columns of some rows, then the next rows. Each page repeats the names of the columns. */
export function* paginateSheet(grid: SheetGrid): Generator<SheetPage> {
  const bands = columnBands(grid.columnWidths);
  for (const rows of rowBlocks(grid)) {
    const height = grid.frozenHeight + sum(grid.rowHeights.slice(rows.first, rows.end)) + 1;
    for (const columns of bands) {
      const width = ROW_NUMBER_WIDTH + sum(grid.columnWidths.slice(columns.first, columns.end)) + 1;
      yield {
        sheet: grid,
        columns,
        rows,
        width: Math.max(MIN_PAGE_WIDTH, Math.ceil(width)),
        height: Math.ceil(height),
      };
    }
  }
}

function columnBands(widths: readonly number[]): { first: number; end: number }[] {
  const bands: { first: number; end: number }[] = [];
  let first = 0;
  let used = ROW_NUMBER_WIDTH;
  widths.forEach((width, column) => {
    if (column > first && used + width > MAX_PAGE_WIDTH) {
      bands.push({ first, end: column });
      first = column;
      used = ROW_NUMBER_WIDTH;
    }
    used += width;
  });
  return [...bands, { first, end: widths.length }];
}

function* rowBlocks({ rowHeights, frozenRows, frozenHeight }: SheetGrid) {
  let first = frozenRows;
  let used = frozenHeight;
  for (let row = frozenRows; row < rowHeights.length; row += 1) {
    const height = rowHeights[row] ?? 0;
    if (row > first && used + height > PAGE_HEIGHT) {
      yield { first, end: row };
      first = row;
      used = frozenHeight;
    }
    used += height;
  }
  yield { first, end: rowHeights.length };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
