import { runWithTimeout } from '#server/engines/sandbox/child-side.ts';
import { type Block, type DocumentType, hasText } from '../blocks/document-text.ts';
import { extractDocument } from '../extraction/extract-document.ts';
import { decodeText } from '../formats/plain-text/decode-text.ts';
import { BOLD, MONO, SANS } from './fonts.ts';
import { type RenderableDocument, UnrenderableDocumentError } from './renderable-document.ts';
import { TextLayout, type TextStyle } from './text-layout.ts';

/** Beyond this a text is no reading matter, and laying it out takes its time. */
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;
const MAX_INFLATED_BYTES = 300 * 1024 * 1024;

const PLAIN: TextStyle = { font: MONO, size: 8, indent: 0, spaceBefore: 0 };
const BODY: TextStyle = { font: SANS, size: 10.5, indent: 0, spaceBefore: 6 };
const STYLES: Record<Block['kind'], TextStyle> = {
  heading: { ...BODY, font: BOLD, size: 14, spaceBefore: 14 },
  paragraph: BODY,
  list: { ...BODY, indent: 16, spaceBefore: 3 },
  table: { ...BODY, size: 9, spaceBefore: 3 },
  'sheet-row': { ...BODY, size: 9, spaceBefore: 3 },
  slide: { ...BODY, size: 14 },
  note: { ...BODY, size: 9 },
};

/** A text file as it is, letter by letter. */
export function openPlainText(bytes: Buffer, maxPages: number, timeoutMs: number): RenderableDocument {
  if (bytes.length === 0) throw new UnrenderableDocumentError('empty');
  const layout = new TextLayout(maxPages);
  runWithTimeout(() => {
    const text = decodeText(bytes.subarray(0, MAX_TEXT_LENGTH)).replace(/\r\n?|\f/g, '\n');
    layout.add(text, PLAIN);
  }, timeoutMs);
  return layout.toRenderableDocument();
}

const PROBLEMS = {
  'no-text': 'empty',
  protected: 'protected',
  damaged: 'damaged',
  failed: 'damaged',
} as const;

/** An Office document by its text alone: its own look takes an Office program. */
export async function openOfficeText(
  type: DocumentType,
  bytes: Buffer,
  maxPages: number,
  timeoutMs: number,
): Promise<RenderableDocument> {
  const extraction = await extractDocument(type, bytes, {
    maxInflated: MAX_INFLATED_BYTES,
    maxText: MAX_TEXT_LENGTH,
    timeoutMs,
  });
  if (!hasText(extraction)) throw new UnrenderableDocumentError(PROBLEMS[extraction.status]);
  const layout = new TextLayout(maxPages);
  runWithTimeout(() => layOutBlocks(extraction.blocks, layout), timeoutMs);
  const document = layout.toRenderableDocument();
  // All that it has may be hidden, such as the notes of slides that show pictures.
  if (document.count === 0) throw new UnrenderableDocumentError('empty');
  return document;
}

function layOutBlocks(blocks: readonly Block[], layout: TextLayout): void {
  let place: string | undefined;
  for (const block of blocks) {
    // Speaker's notes, for example, are not on the slide that others see.
    if (layout.isFull || block.isHidden) continue;
    const here = `${block.sheet ?? ''}\n${block.slide ?? ''}`;
    if (place !== undefined && here !== place) layout.breakPage();
    place = here;
    layout.add(block.text, STYLES[block.kind]);
  }
}
