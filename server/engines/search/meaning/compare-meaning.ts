import { discriminativeTerms } from '../analysis/stop-words.ts';
import type { Vocabulary } from '../storage/vocabulary.ts';
import { loadWordVectors } from './word-vectors.ts';

/** Words of a text that count, from the first on. */
export const MAX_WORDS = 200;

/**
 * Creates a function that returns the cosine similarity of a question and a passage, from the numbers of its words without
 * stop words. The vectors are of English words.
 */
export function createMeaningComparer(
  question: string,
  vocabulary: Vocabulary,
): (words: ArrayLike<number>) => number {
  const compare = createWordComparer(question);
  return (words) => compare(vocabulary.textsOf(words, MAX_WORDS));
}

/** The same for a text that is not indexed, such as a sentence. */
export function createTextComparer(question: string): (text: string) => number {
  const compare = createWordComparer(question);
  return (text) => compare(discriminativeTerms(text).map((term) => term.text));
}

/** Returns the vector of a text: the sum of those of its words. */
export function vectorOf(words: readonly string[]): Float32Array {
  const vectors = loadWordVectors();
  const sum = new Float32Array(vectors.dimensions);
  for (let at = 0; at < words.length && at < MAX_WORDS; at += 1) vectors.addWord(words[at] ?? '', sum);
  return sum;
}

/** Returns the vector of a text with length 1; nothing if no word is known. */
export function unitVectorOf(words: readonly string[]): Float32Array | undefined {
  const sum = vectorOf(words);
  const length = Math.sqrt(dotProduct(sum, sum));
  return length > 0 ? sum.map((value) => value / length) : undefined;
}

function createWordComparer(question: string): (words: readonly string[]) => number {
  const asked = vectorOf(discriminativeTerms(question).map(({ text }) => text));
  const askedLength = Math.sqrt(dotProduct(asked, asked));
  return (words) => {
    const sum = vectorOf(words);
    const length = Math.sqrt(dotProduct(sum, sum));
    return length > 0 && askedLength > 0 ? dotProduct(asked, sum) / (length * askedLength) : 0;
  };
}

export function dotProduct(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
