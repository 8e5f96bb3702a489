import type { InvertedIndex } from '../storage/inverted-index.ts';
import type { Vocabulary } from '../storage/vocabulary.ts';
import { dotProduct, MAX_WORDS } from './compare-meaning.ts';
import { createProductReader } from './compare-passages.ts';
import { loadWordVectors } from './word-vectors.ts';

/** A part has the words of a sentence or two, without stop words: four blocks of six. Parts begin at each block. */
const [BLOCK_WORDS, PART_BLOCKS] = [6, 4];
/** Limits the memory for the lengths of documents that were compared: 2 MB. */
const MAX_KEPT_DOCUMENTS = 10_000;

/** Cosine similarities of meaning, -1 to 1. */
interface DocumentSimilarity {
  whole: number;
  /** That of the part which is closest to the statement. */
  closestPart: number;
}

/** Lengths of the vectors of a document and of each of its parts. */
interface DocumentLengths {
  whole: number;
  parts: Float32Array;
}

/** By the first passage of the document. Numbers of passages are never given twice. */
const kept = new WeakMap<InvertedIndex, Map<number, DocumentLengths>>();

/**
 * Creates a function that compares a statement with a short document or a passage, given by its first passage and its words
 * without stop words, those of the title included, of which the first 200 count. What a statement says is often said by one or
 * two sentences, among others of another matter.
 */
export function createStatementComparer(
  statement: string,
  index: InvertedIndex,
): (firstChunk: number, words: readonly number[]) => DocumentSimilarity {
  const { vocabulary } = index;
  const { productOf, askedLength } = createProductReader(statement, vocabulary);
  const lengthsByDocument = kept.get(index) ?? new Map<number, DocumentLengths>();
  kept.set(index, lengthsByDocument);
  const lengthsOf = (firstChunk: number, words: readonly number[]): DocumentLengths => {
    const known = lengthsByDocument.get(firstChunk);
    if (known !== undefined) return known;
    if (lengthsByDocument.size >= MAX_KEPT_DOCUMENTS) lengthsByDocument.clear();
    const measured = measureLengths(vocabulary, words);
    lengthsByDocument.set(firstChunk, measured);
    return measured;
  };
  const cosine = (product: number, length: number) =>
    length > 0 && askedLength > 0 ? product / (length * askedLength) : 0;
  return (firstChunk, allWords) => {
    const words = allWords.slice(0, MAX_WORDS);
    const { whole, parts } = lengthsOf(firstChunk, words);
    const blocks = listBlocks(words).map((block) => sumOf(block.map(productOf)));
    const products = Array.from(parts, (_, from) => sumOf(blocks.slice(from, from + PART_BLOCKS)));
    return {
      whole: cosine(sumOf(blocks), whole),
      closestPart: Math.max(...products.map((product, part) => cosine(product, parts[part] ?? 0))),
    };
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const listBlocks = (words: readonly number[]): (readonly number[])[] =>
  Array.from({ length: Math.ceil(words.length / BLOCK_WORDS) }, (_, block) =>
    words.slice(block * BLOCK_WORDS, (block + 1) * BLOCK_WORDS),
  );

/** Measures the document and its parts; a document of few words is a part itself. */
function measureLengths(vocabulary: Vocabulary, words: readonly number[]): DocumentLengths {
  const vectors = loadWordVectors();
  const blocks = listBlocks(words).map((block) => {
    const sum = new Float32Array(vectors.dimensions);
    for (const word of block) vectors.addWord(vocabulary.textOf(word), sum);
    return sum;
  });
  const lengthOf = (from: number, to: number): number => {
    const sum = new Float32Array(vectors.dimensions);
    for (const block of blocks.slice(from, to))
      for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (block[at] ?? 0);
    return Math.sqrt(dotProduct(sum, sum));
  };
  return {
    whole: lengthOf(0, blocks.length),
    parts: Float32Array.from({ length: Math.max(blocks.length - PART_BLOCKS + 1, 1) }, (_, part) =>
      lengthOf(part, part + PART_BLOCKS),
    ),
  };
}
