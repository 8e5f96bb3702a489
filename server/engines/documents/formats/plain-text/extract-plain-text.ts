import type { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { decodeText } from './decode-text.ts';
import { headingLevelByWords, opensListItem } from '#server/engines/documents/blocks/line-structure.ts';

/** A line as long as this was not wrapped by its writer: it is a paragraph of its own. */
const UNWRAPPED_LINE = 200;

export function extractPlain(bytes: Uint8Array, writer: BlockWriter): void {
  writePlain(decodeText(writer.fit(bytes)), writer);
}

/** Paragraphs are parted by empty lines, or are lines where lines are long; headings and items are told by their words. */
export function writePlain(text: string, writer: BlockWriter): void {
  for (const group of text.replace(/\r\n?|\f/g, '\n').split(/\n[^\S\n]*\n/)) {
    const lines = group.split('\n').filter((line) => line.trim() !== '');
    const paragraphs = lines.some((line) => line.length > UNWRAPPED_LINE) ? lines : [group];
    for (const paragraph of paragraphs) {
      const level = paragraph.trim().includes('\n') ? undefined : headingLevelByWords(paragraph);
      if (level !== undefined) writer.heading(level, paragraph);
      else writer.block(opensListItem(paragraph) ? 'list' : 'paragraph', paragraph);
    }
  }
}
