import { discriminativeTerms } from '../analysis/stop-words.ts';
import type { Vocabulary } from '../storage/vocabulary.ts';
import { loadWordVectors } from './word-vectors.ts';

/** Words of a text that count, from the first on. */
const MAX_WORDS = 200;

/**
 * Creates a function that returns the cosine similarity of a question and a passage, from the numbers of its words without
 * stop words. The vectors are of English words.
 */
export function createMeaningComparer(
  question: string,
  vocabulary: Vocabulary,
): (words: Iterable<number>) => number {
  const compare = createWordComparer(question);
  return (words) => compare(Iterator.from(words).map((word) => vocabulary.textOf(word)));
}

/** The same for a text that is not indexed, such as a sentence. */
export function createTextComparer(question: string): (text: string) => number {
  const compare = createWordComparer(question);
  return (text) => compare(discriminativeTerms(text).map((term) => term.text));
}

function createWordComparer(question: string): (words: Iterable<string>) => number {
  const vectors = loadWordVectors();
  const vectorOf = (words: Iterable<string>, sum: Float32Array): Float32Array => {
    for (const word of Iterator.from(words).take(MAX_WORDS)) vectors.addWord(word, sum);
    return sum;
  };
  const askedWords = discriminativeTerms(question).map(({ text }) => text);
  const asked = vectorOf(askedWords, new Float32Array(vectors.dimensions));
  const askedLength = Math.sqrt(dotProduct(asked, asked));
  const sum = new Float32Array(vectors.dimensions);
  return (words) => {
    vectorOf(words, sum.fill(0));
    const length = Math.sqrt(dotProduct(sum, sum));
    return length > 0 && askedLength > 0 ? dotProduct(asked, sum) / (length * askedLength) : 0;
  };
}

export function dotProduct(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
