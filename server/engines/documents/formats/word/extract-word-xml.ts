import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { childrenOf, findByPath, textOf, type XmlNode } from '../containers/xml.ts';
import { readStyles } from './docx-styles.ts';
import { writeBody } from './word-body.ts';

/** Writes a document of Word 2003 in one XML file, whose body has the elements of later versions. Returns its title. */
export function extractWordXml(root: XmlNode, writer: BlockWriter): string | undefined {
  const styles = findByPath(root, 'styles');
  const body = findByPath(root, 'body');
  const style = readStyles(styles ? childrenOf(styles) : []);
  // Notes stand where they are referred to, and numbers of lists are written out.
  if (body) writeBody(body, { writer, style, number: () => '', notes: new Map() });
  const title = findByPath(root, 'DocumentProperties', 'Title');
  return title && textOf(title);
}
