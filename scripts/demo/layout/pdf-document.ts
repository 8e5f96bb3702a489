import { type SampleDocument, toSampleDocument } from '#server/testing/sample-documents/sample-documents.ts';
import { drawOnPdf } from '../drawing/draw-on-pdf.ts';
import type { Drawing } from '../drawing/drawing.ts';
import type { DocumentSource } from './document-source.ts';
import { parseMarkup } from './markup.ts';
import { PAGE, type PageStyle } from './page-style.ts';
import { drawBlock } from './pdf-blocks.ts';
import { type ContentsEntry, drawContents, listContents, reserveContents } from './pdf-contents.ts';
import { createPageFlow } from './pdf-page-flow.ts';

interface PdfOptions extends DocumentSource {
  style?: Partial<Omit<PageStyle, 'createdAt' | 'title' | 'author' | 'hasPlainFirstPage'>>;
  /** Fills the first page. */
  cover?: Drawing;
  /** Drawn at the top of the first page. */
  letterhead?: Drawing;
}

export async function makePdfDocument(options: PdfOptions): Promise<SampleDocument> {
  const { name, text, values, title, author, date, style, cover, letterhead } = options;
  const pageStyle: PageStyle = {
    typeface: 'serif',
    margin: 72,
    ...style,
    hasPlainFirstPage: (cover ?? letterhead) !== undefined,
    createdAt: new Date(`${date}T09:00:00Z`),
    title,
    author,
  };
  const flow = await createPageFlow(pageStyle);
  if (cover) {
    drawOnPdf(flow.newPage(), flow.drawingFonts, cover, 0, PAGE.height);
    flow.newPage();
  }
  if (letterhead) {
    drawOnPdf(flow.newPage(), flow.drawingFonts, letterhead, 0, PAGE.height);
    flow.moveDown(letterhead.height - flow.margin + 24);
  }
  const blocks = parseMarkup(text, values);
  const contents = listContents(blocks);
  const entries: ContentsEntry[] = [];
  let contentsPage: number | undefined;
  for (const block of blocks) {
    if (block.kind === 'contents') contentsPage = reserveContents(flow, contents.size);
    else drawBlock(flow, block, { ...options, typeface: pageStyle.typeface });
    if (contents.has(block)) entries.push({ ...block, page: flow.pdf.getPageCount() });
  }
  if (contentsPage !== undefined) drawContents(flow, entries, contentsPage);
  return toSampleDocument(name, await flow.finish());
}
