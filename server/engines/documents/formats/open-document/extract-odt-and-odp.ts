import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { attributeOf, childrenOf, findAll, tagOf, type XmlNode } from '../containers/xml.ts';
import { odfInlineText, odfLinesOf, writeOdfBody } from './odf-body.ts';
import { openOdfPackage } from './odf-package.ts';

/**
 * An OpenDocument text in reading order; footnotes and text boxes follow the paragraph that holds them, headers and footers
 * come last. Returns its title.
 */
export function extractOdt(parts: Map<string, Buffer>, writer: BlockWriter): string | undefined {
  const { body, title, margins } = openOdfPackage(parts, 'text');
  writeOdfBody(body, { writer, place: {}, kind: 'paragraph' });
  writer.resetHeadings();
  const texts = margins.map((margin) => odfLinesOf(margin).join('\n').trim());
  // A page number alone is no text.
  for (const text of new Set(texts)) if (/\p{L}/u.test(text)) writer.addBlock('note', text);
  return title;
}

/** An OpenDocument presentation: of each slide its title, its shapes as they are stacked, its notes. Returns its title. */
export function extractOdp(parts: Map<string, Buffer>, writer: BlockWriter): string | undefined {
  const { body, title } = openOdfPackage(parts, 'presentation');
  const slides = childrenOf(body).filter((node) => tagOf(node) === 'page');
  for (const [index, page] of slides.entries()) writeSlide(page, index + 1, writer);
  return title;
}

function writeSlide(page: XmlNode, slide: number, writer: BlockWriter): void {
  const shapes = childrenOf(page);
  const title = shapes.find((shape) => attributeOf(shape, 'class') === 'title');
  writer.resetHeadings();
  if (title) writer.addHeading(1, findAll(title, 'p').map(odfInlineText).join(' '), { slide });
  for (const shape of shapes) {
    if (shape === title) continue;
    const isNotes = tagOf(shape) === 'notes';
    const place = { slide, ...(isNotes && { isHidden: true as const }) };
    writeOdfBody(shape, { writer, place, kind: isNotes ? 'note' : 'slide' });
  }
}
