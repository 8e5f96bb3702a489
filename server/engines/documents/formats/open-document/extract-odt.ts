import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { writeOdfBody } from './odf-body.ts';
import { openOdfPackage } from './odf-package.ts';

/** An OpenDocument text in reading order; footnotes and text boxes follow the paragraph that holds them. Returns its title. */
export function extractOdt(parts: Map<string, Buffer>, writer: BlockWriter): string | undefined {
  const { body, title } = openOdfPackage(parts, 'text');
  writeOdfBody(body, { writer, place: {}, kind: 'paragraph' });
  return title;
}
