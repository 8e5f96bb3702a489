import { answerTypeOf, compareType } from '#shared/domain/answer-types.ts';
import { tokenize } from '../analysis/tokenize.ts';
import { inverseDocumentFrequency, type WeightedTerm } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { createQuestionReader } from './question-terms.ts';

/** Offsets of a sentence in its passage, without the white space around it. */
interface SentenceRange {
  start: number;
  end: number;
}

export const SENTENCE_FEATURES = [
  'share of the question, rare words counting more and naming words little',
  'share of the question, relative to the best sentence of the passage',
  'has (1) or lacks (-1) an answer of the type that is asked for',
  'logarithm of the number of words',
  'adjacent pairs of question words',
] as const;

/** Coefficients of the features, trained by `bench/search/train-sentences.ts`. */
const COEFFICIENTS: readonly number[] = [1.86, 2.03, 0.594, 0.138, 0.519];

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Limits what a repeated expression counts. */
const MAX_PAIRS = 3;

/** Splits a passage into sentences; lines end sentences too. */
function listSentences(text: string): SentenceRange[] {
  return Array.from(SEGMENTER.segment(text), ({ segment, index }) => {
    const start = index + segment.length - segment.trimStart().length;
    return { start, end: start + segment.trim().length };
  }).filter(({ start, end }) => end > start);
}

interface MeasuredSentence extends SentenceRange {
  features: readonly number[];
}

export interface SentenceReader {
  /** Measures the sentences of a passage (SENTENCE_FEATURES). */
  measure(entry: IndexedEntry, text: string): MeasuredSentence[];
  /** Chooses the sentence that most likely contains the answer. */
  choose(entry: IndexedEntry, text: string): MeasuredSentence | undefined;
  /** Returns the share of the question, 0 to 1, of which `isFound` returns true. */
  shareOf(entry: IndexedEntry, isFound: (stems: readonly number[]) => boolean): number;
}

/** A term of the question with its weight in a document; rare terms weigh more. */
interface ValuedTerm {
  stems: readonly number[];
  value: number;
}

/** The question as it applies to a document. */
interface DocumentReader {
  terms: readonly ValuedTerm[];
  findTerms: (text: string) => (number | undefined)[];
}

/** Creates a reader that finds the answer of a query inside its passages. */
export function createSentenceReader(view: PermittedView, question: string): SentenceReader {
  const termsOf = createQuestionReader(view, question);
  const rarityOf = createRarityReader(view);
  const answerType = answerTypeOf(question);
  // Most passages of a result come from a few documents.
  const readers = new Map<IndexedEntry, DocumentReader>();
  const readerOf = (entry: IndexedEntry): DocumentReader => {
    const known = readers.get(entry);
    if (known !== undefined) return known;
    const terms = termsOf(entry).map(
      (term): ValuedTerm => ({ stems: term.stems, value: term.weight * rarityOf(term) }),
    );
    const reader = { terms, findTerms: createTermFinder(view, terms) };
    readers.set(entry, reader);
    return reader;
  };

  const measure: SentenceReader['measure'] = (entry, text) => {
    const { terms, findTerms } = readerOf(entry);
    const sentences = listSentences(text).map((range) => {
      const found = findTerms(text.slice(range.start, range.end));
      const share = shareOfTerms(terms, new Set(found));
      const pairs = found.filter((term, at) => term !== undefined && at > 0 && found[at - 1] === term - 1);
      return { range, words: found.length, share, pairs: pairs.length };
    });
    const best = Math.max(0, ...sentences.map(({ share }) => share)) || 1;
    return sentences.map(({ range, words, share, pairs }) => {
      const type = compareType(text.slice(range.start, range.end), answerType);
      return {
        ...range,
        features: [share, share / best, type, Math.log(1 + words), Math.min(pairs, MAX_PAIRS)],
      };
    });
  };
  return {
    measure,
    choose: (entry, text) => {
      const scored = measure(entry, text).map((sentence) => ({ sentence, score: scoreSentence(sentence) }));
      return scored.reduce<(typeof scored)[number] | undefined>(
        (best, other) => (best === undefined || other.score > best.score ? other : best),
        undefined,
      )?.sentence;
    },
    shareOf: (entry, isFound) => {
      const { terms } = readerOf(entry);
      const found = terms.flatMap(({ stems }, term) => (isFound(stems) ? [term] : []));
      return shareOfTerms(terms, new Set(found));
    },
  };
}

/** Creates a function that returns, for each word of a text, the position of its term; a word has stems in all languages. */
function createTermFinder({ index }: PermittedView, terms: readonly ValuedTerm[]) {
  const { vocabulary } = index;
  const termOfStem = new Map(terms.flatMap(({ stems }, term) => stems.map((stem) => [stem, term] as const)));
  const known = new Map<string, number | undefined>();
  const findTerm = (word: string): number | undefined => {
    if (known.has(word)) return known.get(word);
    const stems = vocabulary.findWords(word).map((number) => vocabulary.stemOf(number));
    const term = stems.map((stem) => termOfStem.get(stem)).find((found) => found !== undefined);
    known.set(word, term);
    return term;
  };
  return (text: string): (number | undefined)[] =>
    tokenize(text)
      .filter(({ kind }) => kind !== 'extra')
      .map(({ text: word }) => findTerm(word));
}

function shareOfTerms(terms: readonly ValuedTerm[], found: ReadonlySet<number | undefined>): number {
  const total = terms.reduce((sum, { value }) => sum + value, 0) || 1;
  return terms.reduce((sum, { value }, term) => sum + (found.has(term) ? value : 0), 0) / total;
}

const scoreSentence = ({ features }: MeasuredSentence): number =>
  features.reduce((sum, value, feature) => sum + (COEFFICIENTS[feature] ?? 0) * value, 0);

/** Creates a function that measures how rare a term is among the permitted passages, each term once. */
function createRarityReader(view: PermittedView): (term: WeightedTerm) => number {
  const count = view.passageCount;
  const known = new Map<readonly number[], number>();
  return ({ stems }) => {
    const measured = known.get(stems);
    if (measured !== undefined) return measured;
    const rarity = inverseDocumentFrequency(count, Math.min(view.countHolders(stems), count));
    known.set(stems, rarity);
    return rarity;
  };
}
