import type { IndexedEntry, InvertedIndex } from '../storage/inverted-index.ts';
import { PASSAGE_END } from '../storage/word-sequences.ts';

/** What a passage is judged by: its document as a whole when that is short, otherwise the passage itself. */
export interface PassageWindow {
  /** The numbers of its telling words in order, those of the document's title first. */
  words: number[];
}

/** Of a few passages that speak of one thing, such as an abstract or a letter. */
const MAX_SHORT_DOCUMENT_CHUNKS = 5;

export const isShortDocument = (entry: IndexedEntry): boolean =>
  entry.chunkCount <= MAX_SHORT_DOCUMENT_CHUNKS;

/** The first passage of the window that the chunk is judged by: what names it. */
export function windowStart(entry: IndexedEntry, chunk: number): number {
  return isShortDocument(entry) ? entry.firstChunk : chunk;
}

/** The windows of one query, each read once however many passages share it. */
export function createWindowReader(
  index: InvertedIndex,
): (entry: IndexedEntry, chunk: number) => PassageWindow {
  const known = new Map<number, PassageWindow>();
  return (entry, chunk) => {
    const from = windowStart(entry, chunk);
    const to = isShortDocument(entry) ? entry.firstChunk + entry.chunkCount : chunk + 1;
    const window = known.get(from) ?? readWindow(index, entry, from, to);
    known.set(from, window);
    return window;
  };
}

function readWindow(index: InvertedIndex, entry: IndexedEntry, from: number, to: number): PassageWindow {
  const words: number[] = [];
  const take = (word: number) => {
    if (word !== PASSAGE_END && !index.vocabulary.isStopWord(word)) words.push(word);
  };
  for (const word of entry.labelWords) {
    if (word === PASSAGE_END) break;
    take(word);
  }
  for (let chunk = from; chunk < to; chunk++) index.wordsOf(chunk).forEach(take);
  return { words };
}
