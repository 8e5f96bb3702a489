import { parseColor } from '../drawing/draw-on-pdf.ts';
import { COLORS } from '../drawing/drawing.ts';
import { breakLines } from './line-breaks.ts';
import type { PageFlow } from './pdf-page-flow.ts';

const SIZE = 8.5;
const LEADING = 11;
const PADDING = 4;
const NUMBER = /^[(\-–+]?[£€]?[\d,.]+(?:[%x)]|m|k| days| months)*$/;

/** Draws rows of which the first is the header, repeated after a page break. Rows that begin with Total are bold. */
export function drawTable(flow: PageFlow, rows: readonly (readonly string[])[], after = 10): void {
  const [header = [], ...body] = rows;
  const widths = columnWidths(flow, rows);
  const draw = (row: readonly string[], isHeader: boolean) => drawRow(flow, row, widths, isHeader);
  draw(header, true);
  for (const row of body) {
    const page = flow.page;
    flow.ensure(rowHeight(flow, row, widths));
    if (flow.page !== page) draw(header, true);
    draw(row, false);
  }
  flow.moveDown(after);
}

/** Shares the width by the longest words and the lengths of the cells. */
function columnWidths(flow: PageFlow, rows: readonly (readonly string[])[]): number[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const wishes = Array.from({ length: columns }, (_, at) => {
    const cells = rows.map((row) => row[at] ?? '');
    const longest = Math.max(...cells.map((cell) => cell.length));
    const words = cells
      .flatMap((cell) => cell.split(/\s+/))
      .map((word) => flow.fonts.bold.widthOfTextAtSize(word, SIZE));
    return { least: Math.max(...words) + 2 * PADDING + 2, wish: Math.min(longest, 70) + 4 };
  });
  const spare = flow.width - wishes.reduce((sum, { least }) => sum + least, 0);
  const total = wishes.reduce((sum, { wish }) => sum + wish, 0);
  return wishes.map(({ least, wish }) => least + (Math.max(0, spare) * wish) / total);
}

const isTotal = (row: readonly string[]): boolean =>
  /^Total|^Net |^Equity|^EBITDA|^Profit|^Gross profit|^Operating profit/.test(row[0] ?? '');

function cellLines(flow: PageFlow, text: string, width: number, bold: boolean) {
  return breakLines(text === '' ? ' ' : text, flow.fonts, { size: SIZE, bold, width: width - 2 * PADDING });
}

function rowHeight(flow: PageFlow, row: readonly string[], widths: readonly number[]): number {
  const lines = row.map((cell, at) => cellLines(flow, cell, widths[at] ?? 40, isTotal(row)).length);
  return Math.max(1, ...lines) * LEADING + PADDING;
}

function drawRow(flow: PageFlow, row: readonly string[], widths: readonly number[], isHeader: boolean): void {
  const height = rowHeight(flow, row, widths);
  flow.ensure(height + (isHeader ? 30 : 0));
  const { page, margin, y } = flow;
  const bold = isHeader || isTotal(row);
  if (isHeader)
    page.drawRectangle({
      x: margin,
      y: y - height,
      width: flow.width,
      height,
      color: parseColor(COLORS.navy),
    });
  else if (bold)
    page.drawRectangle({
      x: margin,
      y: y - height,
      width: flow.width,
      height,
      color: parseColor(COLORS.pale),
    });
  let x = margin;
  row.forEach((cell, at) => {
    const width = widths[at] ?? 40;
    const isRight = at > 0 && (NUMBER.test(cell) || (isHeader && /^(?:20\d\d|£|€|%|Q\d)/.test(cell)));
    cellLines(flow, cell, width, bold).forEach((line, index) => {
      let at = isRight ? x + width - PADDING - line.width : x + PADDING;
      for (const segment of line.segments) {
        page.drawText(segment.text, {
          x: at,
          y: y - (index + 1) * LEADING + 1,
          size: SIZE,
          font: segment.font,
          color: parseColor(isHeader ? COLORS.white : COLORS.ink),
        });
        at += segment.width;
      }
    });
    x += width;
  });
  page.drawLine({
    start: { x: margin, y: y - height },
    end: { x: margin + flow.width, y: y - height },
    thickness: 0.5,
    color: parseColor(COLORS.line),
  });
  flow.moveDown(height);
}
