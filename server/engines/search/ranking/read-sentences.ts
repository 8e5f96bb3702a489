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
  /** 1 for a heading, 2 for a question, a line that says nothing beyond the question and the parties of a contract, -2 where these are asked for, else 0. */
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

/** Creates a function that returns, for each word of a text, the position of its term; a word has stems in all languages. */
export function createTermFinder({ index }: PermittedView, terms: readonly ValuedTerm[]): TermFinder {
  const { vocabulary } = index;
  const termOfStem = new Map(terms.flatMap(({ stems }, term) => stems.map((stem) => [stem, term] as const)));
  const known = new Map<string, number | undefined>();
  const findTerm = (word: string): number | undefined => {
    const term = known.get(word);
    if (term !== undefined || known.has(word)) return term;
    const numbers = vocabulary.findWords(word);
    const number = numbers.find((one) => termOfStem.has(vocabulary.stemOf(one)));
    const found = number === undefined ? undefined : termOfStem.get(vocabulary.stemOf(number));
    known.set(word, found);
    return found;
  };
  return (text) =>
    tokenize(text)
      .filter(({ kind }) => kind !== 'extra')
      .map(({ text: word }) => findTerm(word));
}

/** Returns whether a line that ends no sentence has no words but those of the question, and numbers that name things. */
const isEcho = (sentence: string, found: readonly (number | undefined)[]): boolean =>
  !SENTENCE_END.test(sentence) &&
  found.length > 0 &&
  discriminativeTerms(removeNamingNumbers(sentence)).length <=
    found.filter((term) => term !== undefined).length;
