import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { headingLevelFromText, startsListItem } from '#server/engines/documents/blocks/line-structure.ts';
import { decodeText } from './decode-text.ts';

/** A line as long as this was not wrapped by its writer: it is a paragraph of its own. */
const UNWRAPPED_LINE_LENGTH = 200;

export function extractPlainText(bytes: Uint8Array, writer: BlockWriter): void {
  writePlainText(decodeText(writer.truncateBytes(bytes)), writer);
}

/**
 * Writes paragraphs (separated by empty lines, or one per line where lines are long), headings and list items, recognized by
 * their words.
 */
export function writePlainText(text: string, writer: BlockWriter): void {
  for (const group of text.replace(/\r\n?|\f/g, '\n').split(/\n[^\S\n]*\n/)) {
    const lines = group.split('\n').filter((line) => line.trim() !== '');
    const paragraphs = lines.some((line) => line.length > UNWRAPPED_LINE_LENGTH) ? lines : [group];
    for (const paragraph of paragraphs) {
      const level = paragraph.trim().includes('\n') ? undefined : headingLevelFromText(paragraph);
      if (level !== undefined) writer.addHeading(level, paragraph);
      else writer.addBlock(startsListItem(paragraph) ? 'list' : 'paragraph', paragraph);
    }
  }
}
