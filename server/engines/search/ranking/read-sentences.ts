import { type AnswerType, compareType, removeNamingNumbers } from '#shared/domain/answer-types.ts';
import { discriminativeTerms } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import {
  continuesSentence,
  countCells,
  countPairs,
  introducesRole,
  isHeaderRow,
  isHeading,
  isQuestion,
  isRecital,
  listSentences,
  MIN_COLUMNS,
  SENTENCE_END,
  type SentenceRange,
  shareOfTerms,
  type ValuedTerm,
} from './sentence-parts.ts';

/** A sentence before it is compared with the others. */
export interface ReadSentence {
  range: SentenceRange;
  words: number;
  share: number;
  pairs: number;
  type: number;
  /**
   * 1 for a heading, 2 for a question, a line that says nothing beyond the question and the parties of a contract, -2 where these
   * are asked for, else 0.
   */
  emptiness: number;
}

/** Finds, for each word of a text, the position of its term. */
type TermFinder = (text: string) => (number | undefined)[];

/** Disadvantage of a row below names of columns beside a sentence; that of a heading is 1. */
const ROW_EMPTINESS = 0.25;

/** Reads the sentences of a passage, each with its words of the question. */
export function readSentences(
  text: string,
  question: string,
  answerType: AnswerType | undefined,
  {
    terms,
    findTerms,
    typeTerms,
  }: { terms: readonly ValuedTerm[]; findTerms: TermFinder; typeTerms: readonly number[] },
): ReadSentence[] {
  let before: ReadonlySet<number | undefined> = new Set();
  let continues = false;
  let columns: ReadonlySet<number | undefined> | undefined;
  return listSentences(text).map((range) => {
    const sentence = text.slice(range.start, range.end);
    const found = findTerms(sentence);
    const named = new Set(found);
    // A row is below the names of its columns, and an answer behind its question.
    const above = countCells(sentence) >= MIN_COLUMNS ? columns : undefined;
    const isContinued = continues || continuesSentence(sentence);
    const type = compareType(sentence, answerType);
    const spokenOf = new Set([
      ...named,
      ...(isContinued ? before : []),
      ...(above ?? []),
      ...(type > 0 ? typeTerms : []),
    ]);
    columns = above ?? (isHeaderRow(sentence) ? named : undefined);
    before = spokenOf;
    continues = isQuestion(sentence);
    return {
      range,
      words: found.length,
      share: shareOfTerms(terms, spokenOf),
      pairs: countPairs(terms, found),
      type,
      emptiness: measureEmptiness(sentence, question, found, above !== undefined),
    };
  });
}

function measureEmptiness(
  sentence: string,
  question: string,
  found: readonly (number | undefined)[],
  isBelowNames: boolean,
): number {
  if (introducesRole(sentence, question)) return -2;
  if (isRecital(sentence, question) || isQuestion(sentence) || isEcho(sentence, found)) return 2;
  // Prose with as much of the question says more than a row.
  return isBelowNames ? ROW_EMPTINESS : Number(isHeading(sentence));
}

/** Returns the stems of a word, one for each language that has it. */
type StemReader = (word: string) => readonly number[];

/** Creates a function that looks up each word once: the same words are in the sentences of many documents. */
export function createStemReader({ index: { vocabulary } }: PermittedView): StemReader {
  const known = new Map<string, readonly number[]>();
  return (word) => {
    const stems = known.get(word) ?? vocabulary.findWords(word).map((number) => vocabulary.stemOf(number));
    known.set(word, stems);
    return stems;
  };
}

/** Creates a function that returns, for each word of a text, the position of its term. */
export function createTermFinder(stemsOf: StemReader, terms: readonly ValuedTerm[]): TermFinder {
  const termOfStem = new Map(terms.flatMap(({ stems }, term) => stems.map((stem) => [stem, term] as const)));
  const known = new Map<string, number | undefined>();
  const findTerm = (word: string): number | undefined => {
    const term = known.get(word);
    if (term !== undefined || known.has(word)) return term;
    const stem = stemsOf(word).find((one) => termOfStem.has(one));
    const found = stem === undefined ? undefined : termOfStem.get(stem);
    known.set(word, found);
    return found;
  };
  return (text) => {
    const found: (number | undefined)[] = [];
    for (const { kind, text: word } of tokenize(text)) if (kind !== 'extra') found.push(findTerm(word));
    return found;
  };
}

/** Returns whether a line that ends no sentence has no words but those of the question, and numbers that name things. */
const isEcho = (sentence: string, found: readonly (number | undefined)[]): boolean =>
  !SENTENCE_END.test(sentence) &&
  found.length > 0 &&
  discriminativeTerms(removeNamingNumbers(sentence)).length <=
    found.filter((term) => term !== undefined).length;
