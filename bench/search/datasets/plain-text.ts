import { BlockWriter } from '#server/engines/documents/blocks/block-writer.ts';
import type { Block } from '#server/engines/documents/blocks/document-text.ts';
import { writePlainText } from '#server/engines/documents/formats/plain-text/extract-plain-text.ts';

const MAX_CHARACTERS = 20_000_000;
/** Characters that reading a file adds, drops or changes. */
const IGNORED_CHARACTERS = /[\s\u00ad\u200b\u2060\ufeff]/g;
const PLAIN_ASCII = /^[!-~]$/;

/** Counts the letters of a character. Most are plain; normalizing each of them would take seconds. */
function countLetters(character: string): number {
  return PLAIN_ASCII.test(character) ? 1 : character.normalize('NFKC').replace(IGNORED_CHARACTERS, '').length;
}

interface PlainText {
  blocks: Block[];
  text: string;
  /** Converts a span of the file's code points to offsets in `text`. */
  spanOf(start: number, end: number): { start: number; end: number };
}

/** Reads a text file as the server does. */
export function readPlainText(file: string): PlainText {
  const writer = new BlockWriter(MAX_CHARACTERS);
  writePlainText(file, writer);
  const text = writer.blocks.map((block) => block.text).join('\n');
  const places: number[] = [];
  for (let place = 0; place < text.length; place++)
    for (let left = countLetters(text[place] ?? ''); left > 0; left--) places.push(place);
  let letters = 0;
  const lettersBefore = Array.from(file, (character) => {
    letters += countLetters(character);
    return letters - countLetters(character);
  });
  const placeOf = (codePoint: number) => places[lettersBefore[codePoint] ?? letters] ?? text.length;
  return {
    blocks: writer.blocks,
    text,
    spanOf: (start, end) => ({ start: placeOf(start), end: placeOf(end) }),
  };
}
