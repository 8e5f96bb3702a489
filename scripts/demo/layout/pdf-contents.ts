import { parseColor } from '../drawing/draw-on-pdf.ts';
import { COLORS } from '../drawing/drawing.ts';
import type { Block } from './markup.ts';
import { PAGE } from './page-style.ts';
import type { PageFlow } from './pdf-page-flow.ts';

export interface ContentsEntry extends Block {
  /** From 1. */
  page: number;
}

const ROWS_PER_PAGE = 36;
const ROW_HEIGHT = 17;
const SIZE = 10;

/** Lists the clauses and schedules of a contract, but not the paragraphs of its schedules; the headings of a report. */
export function listContents(blocks: readonly Block[]): ReadonlySet<Block> {
  const firstSchedule = blocks.findIndex(({ kind }) => kind === 'schedule');
  const clauses = blocks.filter(
    ({ kind, level }, at) => kind === 'clause' && level === 1 && (firstSchedule < 0 || at < firstSchedule),
  );
  const headings = blocks.filter(({ kind, level }) => kind === 'heading' && level === 1);
  const schedules = blocks.filter(({ kind }) => kind === 'schedule');
  return new Set(clauses.length > 0 ? [...clauses, ...schedules] : [...headings, ...schedules]);
}

/** Leaves the pages for a table of contents and returns the index of the first. */
export function reserveContents(flow: PageFlow, count: number): number {
  const first = flow.pdf.getPageCount() - (flow.isAtTop ? 1 : 0);
  for (let page = 0; page < Math.ceil(count / ROWS_PER_PAGE); page += 1)
    if (page > 0 || !flow.isAtTop) flow.newPage();
  flow.newPage();
  return first;
}

/** Draws the table of contents when the pages of its entries are known. */
export function drawContents(flow: PageFlow, entries: readonly ContentsEntry[], firstPage: number): void {
  const color = parseColor(COLORS.ink);
  const { regular: font, bold } = flow.fonts;
  entries.forEach(({ number, text, page: target }, index) => {
    const page = flow.pdf.getPage(firstPage + Math.floor(index / ROWS_PER_PAGE));
    const row = index % ROWS_PER_PAGE;
    const top = PAGE.height - flow.margin - 20;
    if (index === 0) page.drawText('Contents', { x: flow.margin, y: top, size: 15, font: bold, color });
    const y = top - 34 - row * ROW_HEIGHT;
    const indent = /^\d/.test(number) ? 30 : 0;
    const label = indent > 0 ? text : [number, text].filter(Boolean).join(': ');
    if (indent > 0) page.drawText(number, { x: flow.margin, y, size: SIZE, font, color });
    page.drawText(label, { x: flow.margin + indent, y, size: SIZE, font, color });
    const pageNumber = String(target);
    const right = PAGE.width - flow.margin - font.widthOfTextAtSize(pageNumber, SIZE);
    page.drawText(pageNumber, { x: right, y, size: SIZE, font, color });
    const start = flow.margin + indent + font.widthOfTextAtSize(label, SIZE) + 5;
    page.drawLine({
      start: { x: start, y: y + 2 },
      end: { x: Math.max(start, right - 5), y: y + 2 },
      thickness: 0.6,
      color: parseColor(COLORS.slate),
      dashArray: [0.6, 3],
    });
  });
}
