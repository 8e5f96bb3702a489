import { discriminativeTerms } from '../analysis/stop-words.ts';
import { PASSAGE_END } from '../storage/arrays/word-sequences.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import type { Vocabulary } from '../storage/vocabulary.ts';
import { dotProduct, MAX_WORDS, vectorOf } from './compare-meaning.ts';
import { loadWordVectors } from './word-vectors.ts';

/** The lengths of the vectors of texts, by their first passage; 0 for one that was not measured yet. Numbers of passages are never given twice. */
class KeptLengths {
  readonly #ofIndex = new WeakMap<InvertedIndex, Float32Array>();

  of(index: InvertedIndex): Float32Array {
    const known = this.#ofIndex.get(index);
    const { chunks } = index.size;
    if (known !== undefined && known.length >= chunks) return known;
    // Some room beyond, because passages are added one after the other.
    const grown = new Float32Array(chunks + (chunks >> 2));
    if (known !== undefined) grown.set(known);
    this.#ofIndex.set(index, grown);
    return grown;
  }
}

const ofPassages = new KeptLengths();

/**
 * Creates a function that returns the cosine similarity of a question and a passage with its headings, as createMeaningComparer does. The
 * length of each passage's vector is kept, and the product with each word is computed once for a question.
 */
export function createPassageComparer(question: string, index: InvertedIndex): (chunk: number) => number {
  const { vocabulary } = index;
  const { productOf, askedLength } = createProductReader(question, vocabulary);
  const lengths = ofPassages.of(index);
  return (chunk) => {
    const words = index
      .wordsOf(chunk)
      .filter((word) => word !== PASSAGE_END && !vocabulary.isStopWord(word))
      .subarray(0, MAX_WORDS);
    const length =
      lengths[chunk] || measureLength(Iterator.from(words).map((word) => vocabulary.textOf(word)));
    lengths[chunk] = length;
    const product = words.reduce((sum, word) => sum + productOf(word), 0);
    return length > 0 && askedLength > 0 ? product / (length * askedLength) : 0;
  };
}

interface ProductReader {
  /** Returns the dot product of the vectors of a word, by its number, and the question. */
  productOf(word: number): number;
  askedLength: number;
}

/** Creates a reader that computes the product with each word once. */
export function createProductReader(question: string, vocabulary: Vocabulary): ProductReader {
  const vectors = loadWordVectors();
  const asked = vectorOf(discriminativeTerms(question).map(({ text }) => text));
  const products = new Map<number, number>();
  const productOf = (word: number): number => {
    const known = products.get(word);
    if (known !== undefined) return known;
    const product = vectors.multiplyWord(vocabulary.textOf(word), asked);
    products.set(word, product);
    return product;
  };
  return { productOf, askedLength: Math.sqrt(dotProduct(asked, asked)) };
}

function measureLength(words: Iterable<string>): number {
  const sum = vectorOf(words);
  return Math.fround(Math.sqrt(dotProduct(sum, sum)));
}
