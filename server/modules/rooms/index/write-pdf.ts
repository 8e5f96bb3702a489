import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { createLineWriter } from '#server/engines/pdf/line-writer.ts';
import { noteOf } from './index-cells.ts';
import type { IndexLine } from './list-index.ts';

/** A4 in points. */
const PAGE: [number, number] = [595, 842];
const MARGIN = 48;
const SIZE = 9;
const LINE_HEIGHT = 13;
const INDENT = 10;
const MAX_INDENTS = 12;
const HEADER_HEIGHT = 28;
/** How much of the title fits beside the number of the page. */
const MAX_TITLE_LENGTH = 60;

/** Renders an index as pages with the title and the number of the page at the top. */
export async function renderIndexPdf(
  lines: readonly IndexLine[],
  { title, day }: { title: string; day: string },
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const pause = createEventLoopYield();
  const writerFor = cached((indents, isBold) =>
    createLineWriter(document, isBold ? bold : regular, SIZE, PAGE[0] - 2 * MARGIN - indents * INDENT),
  );
  let page = document.addPage(PAGE);
  let y = PAGE[1] - MARGIN - HEADER_HEIGHT;
  for (const line of lines) {
    const indents = Math.min(line.level - 1, MAX_INDENTS);
    const writer = writerFor(indents, line.kind === 'folder');
    const note = noteOf(line);
    const text = `${line.number}  ${line.name}${note === '' ? '' : ` (${note})`}`.trim();
    for (const part of writer.wrap(text.replaceAll(/\s/g, ' '))) {
      await pause();
      if (y < MARGIN) {
        page = document.addPage(PAGE);
        y = PAGE[1] - MARGIN - HEADER_HEIGHT;
      }
      await writer.draw(page, part, MARGIN + indents * INDENT, y);
      y -= LINE_HEIGHT;
    }
  }
  const header = createLineWriter(document, regular, SIZE, PAGE[0] - 2 * MARGIN);
  const pages = document.getPages();
  const shortTitle = title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH)}…` : title;
  for (const [at, each] of pages.entries()) {
    await pause();
    await header.draw(each, shortTitle.toWellFormed(), MARGIN, PAGE[1] - MARGIN);
    const count = `${day}, page ${at + 1} of ${pages.length}`;
    const x = PAGE[0] - MARGIN - regular.widthOfTextAtSize(count, SIZE);
    each.drawText(count, { x, y: PAGE[1] - MARGIN, size: SIZE, font: regular });
  }
  return document.save();
}

type Writer = ReturnType<typeof createLineWriter>;

/** Creates each writer once: they measure the characters of their font. */
function cached(create: (indents: number, isBold: boolean) => Writer): typeof create {
  const writers = new Map<string, Writer>();
  return (indents, isBold) => {
    const key = `${indents}-${isBold}`;
    const writer = writers.get(key) ?? create(indents, isBold);
    writers.set(key, writer);
    return writer;
  };
}
