import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { type OfficePackage, openOfficePackage } from '../containers/office-package.ts';
import { attributeOf, childrenOf, findByPath, tagOf } from '../containers/xml.ts';
import { readNumbering } from './docx-numbering.ts';
import { readStyles } from './docx-styles.ts';
import { linesOf, type WordParts, writeBody } from './word-body.ts';

/** A Word document in reading order; footnotes follow the paragraph that refers to them, headers and footers come last. */
export function extractDocx(parts: Map<string, Buffer>, writer: BlockWriter): string | undefined {
  const file = openOfficePackage(parts, 'document');
  const relations = file.relationships(file.main).filter((relation) => file.has(relation.target));
  const body = findByPath(file.root, 'body');
  if (body) writeBody(body, readParts(file, relations, writer));
  writer.resetHeadings();
  const frames = relations.filter((relation) => relation.type === 'header' || relation.type === 'footer');
  const texts = frames.map((frame) => linesOf(file.part(frame.target)).join('\n').trim());
  // A page number alone is no text.
  for (const text of new Set(texts)) if (/\p{L}/u.test(text)) writer.addBlock('note', text);
  return file.title;
}

function readParts(
  file: OfficePackage,
  relations: { type: string; target: string }[],
  writer: BlockWriter,
): WordParts {
  const notes = new Map<string, string>();
  for (const { type, target } of relations) {
    if (type !== 'footnotes' && type !== 'endnotes') continue;
    for (const note of childrenOf(file.part(target))) {
      const key = `${tagOf(note)}Reference ${attributeOf(note, 'id')}`;
      notes.set(key, linesOf(note).join('\n'));
    }
  }
  const styles = relations.find(({ type }) => type === 'styles');
  const style = readStyles(styles ? childrenOf(file.part(styles.target)) : []);
  return { writer, style, number: readNumbering(file), notes };
}
