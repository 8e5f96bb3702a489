import { type AnswerType, answerTypeOf } from '#shared/domain/answer-types.ts';
import { inverseDocumentFrequency, type WeightedTerm } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { createQuestionReader, NAMING_WEIGHT } from './question-terms.ts';
import { createStemReader, createTermFinder, type ReadSentence, readSentences } from './read-sentences.ts';
import { type SentenceRange, shareOfTerms, type ValuedTerm } from './sentence-parts.ts';

export const SENTENCE_FEATURES = [
  'share of the question, rare words counting more and naming words little',
  'share of the question, relative to the best sentence of the passage',
  'has (1) or lacks (-1) an answer of the type that is asked for',
  'logarithm of the number of words',
  'adjacent pairs of question words that do not both name the document',
  'is a heading, or another line that is no sentence (1), or says nothing beyond the question (2), or introduces who is asked for (-2)',
] as const;

/** Position of the feature that tells whether the answer is of the type that is asked for. */
const TYPE_FEATURE = 2;

/** Coefficients of the features, trained by `bench/search/train-sentences.ts`. */
export const SENTENCE_COEFFICIENTS: readonly number[] = [1.86, 2.03, 0.594, 0.138, 0.519, -1];

/** Advantage that a later passage of the document needs, for each doubling of its rank. */
const RANK_WEIGHT = 0.6;
/** Asks for what only a passage with a number says. */
const ASKS_HOW_MUCH = /\bhow (?:much|many)\b|\bwie viele?\b|\bcombien\b|\bcuánt[oa]s?\b/iu;
/** Disadvantage of a passage whose best sentence has no number, where only a number answers. */
const MISSING_NUMBER_WEIGHT = 0.6;

/** Words for what is asked for, which an answer of the type need not have: “36 months” is a period. */
const TYPE_WORDS: Readonly<Record<AnswerType, readonly string[]>> = {
  duration: ['period', 'term', 'duration', 'time', 'long', 'last'],
  date: ['date'],
  amount: ['amount', 'percentage', 'large', 'high', 'much'],
  number: ['number', 'many'],
  person: ['person', 'name'],
  place: ['place', 'city', 'country', 'state', 'court'],
};

interface MeasuredSentence extends SentenceRange {
  features: readonly number[];
}

export interface SentenceReader {
  /** Measures the sentences of a passage (SENTENCE_FEATURES). */
  measure(entry: IndexedEntry, text: string): MeasuredSentence[];
  /** Chooses the sentence that most likely contains the answer. */
  choose(entry: IndexedEntry, text: string): MeasuredSentence | undefined;
  /**
   * Chooses the passage with the sentence that most likely contains the answer, of passages of one document, best first; returns
   * its position.
   */
  choosePassage(entry: IndexedEntry, texts: readonly string[]): number;
  /** Returns the share of the question, 0 to 1, of which `isFound` returns true. */
  shareOf(entry: IndexedEntry, isFound: (stems: readonly number[]) => boolean): number;
}

/** The question as it applies to a document. */
interface DocumentReader {
  terms: readonly ValuedTerm[];
  findTerms: ReturnType<typeof createTermFinder>;
  /** Positions of the words for what is asked for. */
  typeTerms: readonly number[];
  /** Passages that were read: answer, marks and confidence ask for the same ones. */
  read: Map<string, readonly ReadSentence[]>;
}

/** Creates a reader that finds the answer of a query inside its passages. */
export function createSentenceReader(view: PermittedView, question: string): SentenceReader {
  const termsOf = createQuestionReader(view, question);
  const rarityOf = createRarityReader(view);
  const stemsOf = createStemReader(view);
  const answerType = answerTypeOf(question);
  const typeStems = new Set(
    (answerType === undefined ? [] : TYPE_WORDS[answerType]).flatMap((word) => view.findStems(word)),
  );
  const missingNumber = ASKS_HOW_MUCH.test(question) ? MISSING_NUMBER_WEIGHT : 0;
  // Most passages of a result come from a few documents.
  const readers = new Map<IndexedEntry, DocumentReader>();
  const readerOf = (entry: IndexedEntry): DocumentReader => {
    const known = readers.get(entry);
    if (known !== undefined) return known;
    const terms = termsOf(entry).map(
      (term): ValuedTerm => ({
        stems: term.stems,
        value: term.weight * rarityOf(term),
        namesDocument: term.weight <= NAMING_WEIGHT,
      }),
    );
    const typeTerms = terms.flatMap(({ stems }, term) =>
      stems.some((stem) => typeStems.has(stem)) ? [term] : [],
    );
    const reader = { terms, findTerms: createTermFinder(stemsOf, terms), typeTerms, read: new Map() };
    readers.set(entry, reader);
    return reader;
  };

  const read = (entry: IndexedEntry, text: string): readonly ReadSentence[] => {
    const reader = readerOf(entry);
    const known = reader.read.get(text);
    if (known !== undefined) return known;
    const sentences = readSentences(text, question, answerType, reader);
    reader.read.set(text, sentences);
    return sentences;
  };
  const measure: SentenceReader['measure'] = (entry, text) => compare(read(entry, text));
  return {
    measure,
    choose: (entry, text) => findBest(measure(entry, text)),
    choosePassage: (entry, texts) => {
      const passages = texts.map((text) => read(entry, text));
      const highest = Math.max(0, ...passages.flat().map(({ share }) => share));
      const scores = passages.map((sentences, rank) => {
        const best = findBest(compare(sentences, highest));
        if (best === undefined) return Number.NEGATIVE_INFINITY;
        const lacksNumber = missingNumber * Number((best.features[TYPE_FEATURE] ?? 0) < 0);
        return scoreSentence(best) - RANK_WEIGHT * Math.log2(1 + rank) - lacksNumber;
      });
      return Math.max(0, scores.indexOf(Math.max(...scores)));
    },
    shareOf: (entry, isFound) => {
      const { terms } = readerOf(entry);
      const found = terms.flatMap(({ stems }, term) => (isFound(stems) ? [term] : []));
      return shareOfTerms(terms, new Set(found));
    },
  };
}

/** Adds the features that compare a sentence with the best of its passage, or with the highest share of several passages. */
function compare(
  sentences: readonly ReadSentence[],
  highest = Math.max(0, ...sentences.map(({ share }) => share)),
): MeasuredSentence[] {
  return sentences.map(({ range, words, share, pairs, type, emptiness }) => ({
    ...range,
    features: [share, share / (highest || 1), type, Math.log(1 + words), pairs, emptiness],
  }));
}

function findBest(sentences: readonly MeasuredSentence[]): MeasuredSentence | undefined {
  const scored = sentences.map((sentence) => ({ sentence, score: scoreSentence(sentence) }));
  return scored.reduce<(typeof scored)[number] | undefined>(
    (best, other) => (best === undefined || other.score > best.score ? other : best),
    undefined,
  )?.sentence;
}

const scoreSentence = ({ features }: MeasuredSentence): number =>
  features.reduce((sum, value, feature) => sum + (SENTENCE_COEFFICIENTS[feature] ?? 0) * value, 0);

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
