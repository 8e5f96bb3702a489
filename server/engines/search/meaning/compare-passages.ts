import { discriminativeTerms } from '../analysis/stop-words.ts';
import { PASSAGE_END } from '../storage/arrays/word-sequences.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import { dotProduct, MAX_WORDS, vectorOf } from './compare-meaning.ts';
import { loadWordVectors } from './word-vectors.ts';

/** The lengths of passages' vectors, by passage; 0 for one that was not measured yet. Numbers of passages are never given twice. */
const lengthsOfIndex = new WeakMap<InvertedIndex, Float32Array>();

/**
 * Creates a function that returns the cosine similarity of a question and a passage with its headings, as createMeaningComparer does. The
 * length of each passage's vector is kept, and the product with each word is computed once for a question.
 */
export function createPassageComparer(question: string, index: InvertedIndex): (chunk: number) => number {
  const vectors = loadWordVectors();
  const { vocabulary } = index;
  const asked = vectorOf(discriminativeTerms(question).map(({ text }) => text));
  const askedLength = Math.sqrt(dotProduct(asked, asked));
  const lengths = lengthsOf(index);
  const products = new Map<number, number>();
  const productOf = (word: number): number => {
    const known = products.get(word);
    if (known !== undefined) return known;
    const product = vectors.multiplyWord(vocabulary.textOf(word), asked);
    products.set(word, product);
    return product;
  };
  return (chunk) => {
    const words = index
      .wordsOf(chunk)
      .filter((word) => word !== PASSAGE_END && !vocabulary.isStopWord(word))
      .subarray(0, MAX_WORDS);
    const length =
      lengths[chunk] || measureLength(Iterator.from(words).map((word) => vocabulary.textOf(word)));
    lengths[chunk] = length;
    let product = 0;
    for (const word of words) product += productOf(word);
    return length > 0 && askedLength > 0 ? product / (length * askedLength) : 0;
  };
}

function measureLength(words: Iterable<string>): number {
  const sum = vectorOf(words);
  return Math.fround(Math.sqrt(dotProduct(sum, sum)));
}

function lengthsOf(index: InvertedIndex): Float32Array {
  const known = lengthsOfIndex.get(index);
  const { chunks } = index.size;
  if (known !== undefined && known.length >= chunks) return known;
  // Some room beyond, because passages are added one after the other.
  const grown = new Float32Array(chunks + (chunks >> 2));
  if (known !== undefined) grown.set(known);
  lengthsOfIndex.set(index, grown);
  return grown;
}
