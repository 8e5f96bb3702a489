import { PASSAGE_END } from '../storage/arrays/word-sequences.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';

/** The text that a passage is reranked by: its whole document when that is short, otherwise the passage itself. */
export interface PassageWindow {
  /** Numbers of its words in order, without stop words; those of the document's title come first. */
  words: number[];
  /** Its first passage, which identifies it. */
  firstChunk: number;
  /** True when it is a whole document. */
  isDocument: boolean;
}

/** Documents of so few passages have one topic, such as an abstract or a letter. */
const MAX_SHORT_DOCUMENT_CHUNKS = 5;

export const isShortDocument = (entry: Pick<IndexedEntry, 'chunkCount'>): boolean =>
  entry.chunkCount <= MAX_SHORT_DOCUMENT_CHUNKS;

/** Returns the first passage of the chunk's window, which identifies the window. */
export function windowStart(entry: IndexedEntry, chunk: number): number {
  return isShortDocument(entry) ? entry.firstChunk : chunk;
}

/** Creates a reader that reads each window once per query, however many passages share it. */
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
  const { vocabulary } = index;
  for (const word of index.labelWordsOf(entry)) {
    if (word === PASSAGE_END) break;
    if (!vocabulary.isStopWord(word)) words.push(word);
  }
  for (let chunk = from; chunk < to; chunk++)
    for (const word of index.wordsOf(chunk))
      if (word !== PASSAGE_END && !vocabulary.isStopWord(word)) words.push(word);
  return { words, firstChunk: from, isDocument: isShortDocument(entry) };
}
