import { discriminativeTerms } from '../analysis/stop-words.ts';
import { inverseDocumentFrequency } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { dotProduct } from './compare-meaning.ts';
import { contentWordsOf } from './content-words.ts';
import { loadWordVectors } from './word-vectors.ts';

/** Limits the words of a pasted page, and those of a passage, from the first on. */
const [MAX_ASKED_WORDS, MAX_WORDS] = [40, 120];
/** Lower bound for document frequencies: with a single document each word would occur in all or none. */
const MIN_PASSAGE_COUNT = 20;

/** A word with its stems, one for each language that has it. */
interface ReadWord {
  text: string;
  stems: readonly number[];
}

/** How far the words of a question are in a text, themselves (1) or in words of similar meaning (their cosine). */
interface Coverage {
  /** Average over the words, rare ones counting more. */
  share: number;
  /** That of the word that is least in it, such as a name that the text lacks. */
  least: number;
}

export interface CoverageReader {
  coverText(text: string): Coverage;
  /** `chunk` is the passage's number in the index. */
  coverPassage(chunk: number): Coverage;
}

/** Creates a function that returns a reader for a document, which is kept: several measures ask for that of the first one. */
export function createCoverageReaders(
  view: PermittedView,
  question: string,
): (entry: IndexedEntry) => CoverageReader {
  const { title, path } = view.index.documentFields;
  const known = new Map<IndexedEntry, CoverageReader>();
  return (entry) => {
    const reader =
      known.get(entry) ??
      createCoverageReader(view, question, (stems) =>
        stems.some((stem) => title.has(stem, entry.unit) || path.has(stem, entry.unit)),
      );
    known.set(entry, reader);
    return reader;
  };
}

/** Creates a reader for the words of a question that do not name the document, or for all if there are no others. */
export function createCoverageReader(
  view: PermittedView,
  question: string,
  namesDocument: (stems: readonly number[]) => boolean,
): CoverageReader {
  const { index } = view;
  const { vocabulary } = index;
  const unitVectorOf = createUnitVectors();
  const words = discriminativeTerms(question)
    .slice(0, MAX_ASKED_WORDS)
    .map(({ text }) => ({ text, stems: view.findStems(text) }));
  const beside = words.filter(({ stems }) => !namesDocument(stems));
  const asked = (beside.length > 0 ? beside : words).map((word) => ({
    ...word,
    rarity: rarityOf(view, word),
    similarityTo: createSimilarity(word.text, unitVectorOf),
  }));
  const total = asked.reduce((sum, { rarity }) => sum + rarity, 0) || 1;
  const cover = (read: readonly ReadWord[]): Coverage => {
    const found = asked.map((word) => closestTo(word, read, word.similarityTo));
    return {
      share: asked.reduce((sum, { rarity }, at) => sum + rarity * (found[at] ?? 0), 0) / total,
      least: found.length > 0 ? Math.min(...found) : 0,
    };
  };
  const stemsOf = (numbers: readonly number[]) => numbers.map((number) => vocabulary.stemOf(number));
  return {
    coverText: (text) =>
      cover(
        discriminativeTerms(text)
          .slice(0, MAX_WORDS)
          .map((term) => ({ text: term.text, stems: stemsOf(vocabulary.findWords(term.text)) })),
      ),
    coverPassage: (chunk) =>
      cover(
        Array.from(contentWordsOf(index, chunk).subarray(0, MAX_WORDS), (number) => ({
          text: vocabulary.textOf(number),
          stems: stemsOf([number]),
        })),
      ),
  };
}

function rarityOf(view: PermittedView, { stems }: ReadWord): number {
  const count = Math.max(MIN_PASSAGE_COUNT, view.passageCount);
  const holders = stems.length === 0 ? 0 : Math.min(count, view.countHolders(stems));
  return inverseDocumentFrequency(count, holders);
}

type UnitVectors = (word: string) => Float32Array | undefined;

function closestTo(
  asked: ReadWord,
  read: readonly ReadWord[],
  similarityTo: (word: string) => number,
): number {
  if (read.some(({ text, stems }) => text === asked.text || stems.some((stem) => asked.stems.includes(stem))))
    return 1;
  return read.reduce((closest, { text }) => Math.max(closest, similarityTo(text)), 0);
}

/** Creates a function that returns the cosine similarity to another word; the same words are in many passages. */
function createSimilarity(word: string, unitVectorOf: UnitVectors): (other: string) => number {
  const vector = unitVectorOf(word);
  if (vector === undefined) return () => 0;
  const known = new Map<string, number>();
  return (other) => {
    const similarity = known.get(other);
    if (similarity !== undefined) return similarity;
    const otherVector = unitVectorOf(other);
    const computed = otherVector === undefined ? 0 : dotProduct(vector, otherVector);
    known.set(other, computed);
    return computed;
  };
}

/** Creates a function that returns the vector of a word with length 1; nothing for one without known pieces. */
function createUnitVectors(): UnitVectors {
  const vectors = loadWordVectors();
  const known = new Map<string, Float32Array | undefined>();
  return (word) => {
    if (known.has(word)) return known.get(word);
    const sum = new Float32Array(vectors.dimensions);
    vectors.addWord(word, sum);
    const length = Math.sqrt(dotProduct(sum, sum));
    const unit = length > 0 ? sum.map((value) => value / length) : undefined;
    known.set(word, unit);
    return unit;
  };
}
