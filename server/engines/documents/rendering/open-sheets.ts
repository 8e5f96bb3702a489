import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { runWithTimeout } from '#server/engines/sandbox/child-side.ts';
import { MAX_SHEETS } from '#shared/domain/page-limits.ts';
import { prepareDisplayedSheets } from '../formats/sheet/read-displayed-sheets.ts';
import type { SpreadsheetType } from '../formats/sheet/spreadsheet-types.ts';
import { loadFonts, SANS } from './fonts.ts';
import {
  type LocateText,
  type PageBox,
  pixelSizeForWidth,
  type RenderableDocument,
  readPixels,
  UnrenderableDocumentError,
} from './renderable-document.ts';
import {
  CELL_PADDING,
  FONT_SIZE,
  fontOfRow,
  LETTERS_HEIGHT,
  LINE_HEIGHT,
  measureSheet,
  paginateSheet,
  ROW_NUMBER_WIDTH,
  type SheetPage,
  wrapCell,
} from './sheet-layout.ts';

const MAX_INFLATED_BYTES = 300 * 1024 * 1024;
const COLORS = { ink: '#1a1a1a', muted: '#6b6b6b', header: '#f0f1f3', names: '#f7f8fa', line: '#d4d6da' };

/** Draws the sheets of a spreadsheet as tables: cells as they are formatted, without what its author hid. */
export async function openSheets(
  type: SpreadsheetType | 'xml',
  bytes: Buffer,
  maxPages: number,
  timeoutMs: number,
): Promise<RenderableDocument> {
  loadFonts();
  const readSheets = await prepareDisplayedSheets(type, bytes, MAX_INFLATED_BYTES);
  const ruler = createCanvas(1, 1).getContext('2d');
  const pages: SheetPage[] = [];
  const sheets: { name: string; page: number }[] = [];
  let count = 0;
  let isCut = false;
  runWithTimeout(() => {
    for (const content of readSheets()) {
      isCut ||= content.isCut;
      if (content.rows.every((row) => row.every((cell) => cell === undefined))) continue;
      if (count < maxPages && sheets.length < MAX_SHEETS)
        sheets.push({ name: content.name, page: count + 1 });
      for (const page of paginateSheet(measureSheet(content, ruler))) {
        count += 1;
        if (count <= maxPages) pages.push(page);
      }
    }
  }, timeoutMs);
  if (count === 0) throw new UnrenderableDocumentError('empty');
  return {
    pages: pages.map(({ width, height, sheet }) => ({
      width,
      height,
      frozenHeight: Math.min(height, Math.round(sheet.frozenHeight)),
    })),
    count,
    sheets,
    isCut,
    renderPage(index, width) {
      const page = pages[index];
      if (!page) throw new RangeError(`the document has no page ${index + 1}`);
      const size = pixelSizeForWidth(page, width);
      const canvas = createCanvas(size.width, size.height);
      const context = canvas.getContext('2d');
      context.fillStyle = 'white';
      context.fillRect(0, 0, size.width, size.height);
      context.scale(size.width / page.width, size.width / page.width);
      drawGrid(context, page);
      for (const { text, x, y, font, room } of listLines(page, context)) {
        context.font = font;
        context.fillStyle = COLORS.ink;
        context.fillText(text, x, y, room);
      }
      return readPixels(canvas);
    },
    findOnPage: (index, locate) => findInCells(pages[index], locate, ruler),
  };
}

interface DrawnLine {
  readonly text: string;
  readonly x: number;
  /** The height of the baseline. */
  readonly y: number;
  readonly font: string;
  /** A longer text is condensed to this width. */
  readonly room: number;
}

/** The rows of a page from the top, those that name the columns first, with their place. */
function listRows({ sheet, rows }: SheetPage): { row: number; y: number; height: number }[] {
  const names = sheet.rowHeights.slice(0, sheet.frozenRows).map((_height, row) => row);
  const others = Array.from({ length: rows.end - rows.first }, (_, at) => rows.first + at);
  let y = LETTERS_HEIGHT;
  return [...names, ...others].map((row) => {
    const height = sheet.rowHeights[row] ?? 0;
    y += height;
    return { row, y: y - height, height };
  });
}

function drawGrid(context: SKRSContext2D, page: SheetPage): void {
  const { sheet, columns } = page;
  const rows = listRows(page);
  const right = ROW_NUMBER_WIDTH + widthOf(page, columns.end);
  const bottom = rows.reduce((end, { y, height }) => Math.max(end, y + height), LETTERS_HEIGHT);
  context.fillStyle = COLORS.header;
  context.fillRect(0, 0, right, LETTERS_HEIGHT);
  context.fillRect(0, 0, ROW_NUMBER_WIDTH, bottom);
  context.fillStyle = COLORS.names;
  context.fillRect(
    ROW_NUMBER_WIDTH,
    LETTERS_HEIGHT,
    right - ROW_NUMBER_WIDTH,
    sheet.frozenHeight - LETTERS_HEIGHT,
  );
  context.fillStyle = COLORS.muted;
  context.font = `${FONT_SIZE - 1.5}px ${SANS}`;
  context.textAlign = 'center';
  for (let column = columns.first; column < columns.end; column += 1) {
    const left = ROW_NUMBER_WIDTH + widthOf(page, column);
    const middle = left + (sheet.columnWidths[column] ?? 0) / 2;
    context.fillText(sheet.content.columnNames[column] ?? '', middle, LETTERS_HEIGHT - 4);
  }
  for (const { row, y } of rows)
    context.fillText(String(sheet.content.rowNumbers[row] ?? ''), ROW_NUMBER_WIDTH / 2, y + LINE_HEIGHT - 1);
  context.textAlign = 'left';
  context.strokeStyle = COLORS.line;
  context.lineWidth = 0.75;
  context.beginPath();
  for (const { y } of rows) line(context, 0, y, right, y);
  line(context, 0, bottom, right, bottom);
  for (let column = columns.first; column <= columns.end; column += 1) {
    const x = ROW_NUMBER_WIDTH + widthOf(page, column);
    line(context, x, 0, x, bottom);
  }
  context.stroke();
}

function line(context: SKRSContext2D, x: number, y: number, toX: number, toY: number): void {
  context.moveTo(x, y);
  context.lineTo(toX, toY);
}

/** Returns the width of the page's columns before this one. */
const widthOf = ({ sheet, columns }: SheetPage, column: number): number =>
  sheet.columnWidths.slice(columns.first, column).reduce((total, each) => total + each, 0);

function listLines(page: SheetPage, ruler: SKRSContext2D): DrawnLine[] {
  const { sheet, columns } = page;
  return listRows(page).flatMap(({ row, y }) => {
    const cells = sheet.content.rows[row] ?? [];
    return cells.slice(columns.first, columns.end).flatMap((cell, at) => {
      if (!cell) return [];
      const column = columns.first + at;
      const lines = wrapCell(sheet, row, column, cell, ruler);
      const font = fontOfRow(sheet, row);
      ruler.font = font;
      const left = ROW_NUMBER_WIDTH + widthOf(page, column) + CELL_PADDING;
      // A text without cells beside it runs on to the edge of the page.
      const isOverflowing =
        cell.align === 'left' && cells.every((other, index) => index <= column || other === undefined);
      const room = isOverflowing ? page.width - left : (sheet.columnWidths[column] ?? 0) - 2 * CELL_PADDING;
      return lines.map((text, index) => {
        const free = room - Math.min(room, ruler.measureText(text).width);
        const shift = { left: 0, center: free / 2, right: free }[cell.align];
        return { text, x: left + shift, y: y + (index + 1) * LINE_HEIGHT - 1, font, room };
      });
    });
  });
}

function findInCells(page: SheetPage | undefined, locate: LocateText, ruler: SKRSContext2D): PageBox[][] {
  if (!page) return [];
  const lines = listLines(page, ruler);
  return locate(lines.map(({ text }) => text)).map((ranges) =>
    ranges.flatMap(({ item, start, end }) => {
      const found = lines[item];
      if (!found) return [];
      const { text, x, y, font } = found;
      ruler.font = font;
      const left = ruler.measureText(text.slice(0, start)).width;
      return {
        x: (x + left) / page.width,
        y: (y - FONT_SIZE) / page.height,
        width: (ruler.measureText(text.slice(0, end)).width - left) / page.width,
        height: LINE_HEIGHT / page.height,
      };
    }),
  );
}
