import type { Held, KeywordIndex } from '../storage/inverted-index.ts';
import { passageEnd } from '../storage/word-sequences.ts';

/** What a passage is judged by: its document as a whole when that is short, otherwise the passage itself. */
export interface Window {
  /** The numbers of its telling words in order, those of the document's title first. */
  words: number[];
}

/** Of a few passages that speak of one thing, such as an abstract or a letter. */
const shortDocument = 5;

export const isShort = (held: Held): boolean => held.count <= shortDocument;

/** The first passage of the window that the chunk is judged by: what names it. */
export function windowStart(held: Held, chunk: number): number {
  return isShort(held) ? held.first : chunk;
}

/** The windows of one query, each read once however many passages share it. */
export function createWindows(index: KeywordIndex): (held: Held, chunk: number) => Window {
  const known = new Map<number, Window>();
  return (held, chunk) => {
    const from = windowStart(held, chunk);
    const to = isShort(held) ? held.first + held.count : chunk + 1;
    const window = known.get(from) ?? read(index, held, from, to);
    known.set(from, window);
    return window;
  };
}

function read(index: KeywordIndex, held: Held, from: number, to: number): Window {
  const words: number[] = [];
  const take = (word: number) => {
    if (word !== passageEnd && !index.vocabulary.isStopWord(word)) words.push(word);
  };
  for (const word of held.labels) {
    if (word === passageEnd) break;
    take(word);
  }
  for (let chunk = from; chunk < to; chunk++) index.wordsOf(chunk).forEach(take);
  return { words };
}
