import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { embedFont } from './embedded-font.ts';
import { createLineWriter } from './line-writer.ts';

/** A4 in points. */
const PAGE: [number, number] = [595, 842];
const MARGIN = 56;

/** How a paragraph looks: sizes in points. */
interface ParagraphStyle {
  readonly weight: 'regular' | 'bold';
  readonly size: number;
  readonly height: number;
}

interface ParagraphPages<Style extends string> {
  write(style: Style, paragraph: string): Promise<void>;
}

/** Writes paragraphs one below the other, on as many A4 pages as they need. Lets other work run meanwhile. */
export async function createParagraphPages<Style extends string>(
  document: PDFDocument,
  styles: Readonly<Record<Style, ParagraphStyle>>,
): Promise<ParagraphPages<Style>> {
  const fonts = { regular: await embedFont(document, 'regular'), bold: await embedFont(document, 'bold') };
  const pause = createEventLoopYield();
  const writers = new Map<string, ReturnType<typeof createLineWriter>>();
  const writerOf = (style: Style) => {
    const { weight, size } = styles[style];
    const writer =
      writers.get(style) ?? createLineWriter(document, fonts[weight], size, PAGE[0] - 2 * MARGIN);
    writers.set(style, writer);
    return writer;
  };
  let page: PDFPage = document.addPage(PAGE);
  let y = PAGE[1] - MARGIN;
  return {
    async write(style, paragraph) {
      const { height } = styles[style];
      const writer = writerOf(style);
      for (const line of writer.wrap(paragraph.toWellFormed().replaceAll(/[\s\p{Cc}]/gu, ' '))) {
        await pause();
        if (y - height < MARGIN) {
          page = document.addPage(PAGE);
          y = PAGE[1] - MARGIN;
        }
        y -= height;
        await writer.draw(page, line, MARGIN, y);
      }
    },
  };
}
