import { PASSAGE_END } from '../storage/arrays/word-sequences.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';

/** Returns the numbers of a passage's words as written, in order, without its headings and without stop words. */
export function contentWordsOf(index: InvertedIndex, chunk: number): Uint32Array {
  const words = index.wordsOf(chunk);
  const end = words.indexOf(PASSAGE_END);
  return words.subarray(0, end < 0 ? words.length : end).filter((word) => !index.vocabulary.isStopWord(word));
}
