import { discriminativeTerms } from '../analysis/stop-words.ts';
import { PASSAGE_END } from '../storage/arrays/word-sequences.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import type { Vocabulary } from '../storage/vocabulary.ts';
import { dotProduct, MAX_WORDS, vectorOf } from './compare-meaning.ts';
import { loadWordVectors } from './word-vectors.ts';

/**
 * The lengths of the vectors of texts, by their first passage; 0 for one that was not measured yet. Numbers of passages are never
 * given twice.
 */
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

/**
 * The product of each word's vector and that of a question, by the word's number: ranking asks for tens of thousands, for which a
 * map is too slow. Each question has a number, so that nothing is cleared between two.
 */
class WordProducts {
  #products = new Float64Array();
  /** The question for which each product was computed. */
  #questions = new Uint32Array();
  #question = 0;

  /** Begins a question, and returns its number. */
  begin(words: number): number {
    this.#question += 1;
    if (words > this.#products.length) {
      const room = words + (words >> 2);
      [this.#products, this.#questions] = [new Float64Array(room), new Uint32Array(room)];
    }
    return this.#question;
  }

  get(word: number, question: number): number | undefined {
    return this.#questions[word] === question ? this.#products[word] : undefined;
  }

  set(word: number, question: number, product: number): void {
    this.#products[word] = product;
    this.#questions[word] = question;
  }
}

const productsOfWords = new WordProducts();
const ofPassages = new KeptLengths();
const ofDocuments = new KeptLengths();

/**
 * Creates a function that returns the cosine similarity of a question and a passage with its headings, as createMeaningComparer
 * does. The length of each passage's vector is kept, and the product with each word is computed once for a question.
 */
export function createPassageComparer(question: string, index: InvertedIndex): (chunk: number) => number {
  const { vocabulary } = index;
  const compare = createKeptComparer(question, vocabulary, ofPassages.of(index));
  return (chunk) => {
    const words = index.wordsOf(chunk);
    let count = 0;
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? 0;
      if (word !== PASSAGE_END && !vocabulary.isStopWord(word)) words[count++] = word;
    }
    return compare(chunk, words.subarray(0, count));
  };
}

/** The same for whole documents, by their first passages and the words of their titles and texts without stop words. */
export const createDocumentComparer = (question: string, index: InvertedIndex): WordComparer =>
  createKeptComparer(question, index.vocabulary, ofDocuments.of(index));

/** Compares the words of the text whose length is kept under this number. */
type WordComparer = (kept: number, words: ArrayLike<number>) => number;

function createKeptComparer(question: string, vocabulary: Vocabulary, lengths: Float32Array): WordComparer {
  const { productOf, askedLength } = createProductReader(question, vocabulary);
  return (kept, words) => {
    const length = lengths[kept] || measureLength(vocabulary.textsOf(words, MAX_WORDS));
    lengths[kept] = length;
    let product = 0;
    for (let at = 0; at < words.length && at < MAX_WORDS; at += 1) product += productOf(words[at] ?? 0);
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
  const asking = productsOfWords.begin(vocabulary.size);
  const productOf = (word: number): number => {
    const known = productsOfWords.get(word, asking);
    if (known !== undefined) return known;
    const product = vectors.multiplyWord(vocabulary.textOf(word), asked);
    productsOfWords.set(word, asking, product);
    return product;
  };
  return { productOf, askedLength: Math.sqrt(dotProduct(asked, asked)) };
}

function measureLength(words: readonly string[]): number {
  const sum = vectorOf(words);
  return Math.fround(Math.sqrt(dotProduct(sum, sum)));
}
