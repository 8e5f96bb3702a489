import type { Block } from '#server/engines/documents/blocks/document-text.ts';
import { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import { writePlain } from '#server/engines/documents/formats/plain-text/extract-plain-text.ts';

const longest = 20_000_000;
/** What reading adds, drops or writes otherwise is of these. */
const unseen = /[\s\u00ad\u200b\u2060\ufeff]/g;
const plainLetter = /^[!-~]$/;

/** Of one character. Most are plain, and to normalize each of them takes seconds. */
function lettersOf(character: string): number {
  return plainLetter.test(character) ? 1 : character.normalize('NFKC').replace(unseen, '').length;
}

interface PlainText {
  blocks: Block[];
  text: string;
  /** Where in `text` a span of the file's code points is. */
  spanOf(start: number, end: number): { start: number; end: number };
}

/** A text file as the room reads it. */
export function readPlain(file: string): PlainText {
  const writer = new BlockWriter(longest);
  writePlain(file, writer);
  const text = writer.blocks.map((block) => block.text).join('\n');
  const places: number[] = [];
  for (let place = 0; place < text.length; place++)
    for (let left = lettersOf(text[place] ?? ''); left > 0; left--) places.push(place);
  let letters = 0;
  const lettersBefore = Array.from(file, (character) => {
    letters += lettersOf(character);
    return letters - lettersOf(character);
  });
  const placeOf = (codePoint: number) => places[lettersBefore[codePoint] ?? letters] ?? text.length;
  return {
    blocks: writer.blocks,
    text,
    spanOf: (start, end) => ({ start: placeOf(start), end: placeOf(end) }),
  };
}
