import { answerTypeOf } from '#shared/domain/answer-types.ts';
import { STOP_WORDS } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import { looksLikeName } from '../ranking/document-names.ts';

/** A word of the question that the name of a row, a heading above it or the document must have, unless it is optional. */
export interface AskedWord {
  text: string;
  isName: boolean;
  isOptional: boolean;
}

/** A question for a figure, such as “What was the capital expenditure of Keller Marine in FY2018?”. */
export interface AmountQuestion {
  words: readonly AskedWord[];
  period: AskedPeriod;
}

export interface AskedPeriod {
  years: readonly string[];
  /** Length of the period in months, where the question tells it. */
  months?: number;
  /** True for the latest period, whatever it is. */
  isLatest: boolean;
}

const ASKS_FOR_FIGURE = /\b(?:what|how (?:much|many|high|large|big))\b/iu;
/** A change, comparison or reason is not a figure of a statement, and neither is a list. */
const ASKS_FOR_MORE =
  /\b(?:chang\w*|increas\w*|decreas\w*|declin\w*|gr[eo]w\w*|growth|ris[ei]n?g?|rose|fall|fell|differen\w*|compar\w*|versus|vs|why|trends?|average|mean|ratio|proportion|drivers?|impact|affect\w*|largest|highest|lowest|smallest|which|each|between|what (?:does|do|did|kinds?|types?))\b/iu;
/** The latest period, which no year names. */
const LATEST =
  /\b(?:latest|most recent|current|last) (?:(?:fiscal|financial|quarterly|annual) )?(?:quarter|year|period|report|10-[qk]|filing|month)\b/iu;
/** Matches what stands in brackets behind a name: “Net income (loss)”, “Services (2)”. */
export const BESIDE = /\([^()]{0,80}\)/gu;
const YEAR = /^(?:19|20)\d\d$/;
const PERIOD_WORDS = new Set(
  `year years quarter quarters quarterly annual month months week weeks day ended ending end fiscal fy first second third fourth three six
  nine twelve january february march april may june july august september october november december q1 q2 q3 q4 h1 h2 10 k q report reported filing period`.split(
    /\s+/,
  ),
);
/** Words of the question alone, or of the scale of the answer. */
const OPTIONAL_WORDS = new Set(
  `amount amounts value figure figures much high large level balance total number sum spend spent spending pay paid have had make made generate generated earn earned record
  recorded incur incurred recognize recognized million millions billion billions thousand thousands usd eur gbp dollars pounds euros company companys group groups s consolidated
  expense expenses cost costs sales revenue revenues net`.split(/\s+/),
);
/** Lengths of periods, in months. */
const MONTHS_OF: readonly (readonly [RegExp, number])[] = [
  [/\bnine months\b/iu, 9],
  [/\bsix months\b|\bhalf\b|\bh[12]\b/iu, 6],
  [/\bthree months\b|\bquarter\b|\bq[1-4]\b|\b[1-4]q/iu, 3],
  [/\btwelve months\b|\bfiscal\b|\bfy|\byear\b/iu, 12],
];

/** Reads a question that a figure of a statement or table may answer; undefined for others. */
export function readAmountQuestion(question: string): AmountQuestion | undefined {
  if (!ASKS_FOR_FIGURE.test(question) || ASKS_FOR_MORE.test(question)) return undefined;
  const years = readYears(question);
  const type = answerTypeOf(question);
  if (years.length === 0 && type !== 'amount' && type !== 'number') return undefined;
  const months = readPeriodLength(question);
  const isLatest = years.length === 0 && LATEST.test(question);
  return {
    words: readAskedWords(question),
    period: { years, isLatest, ...(months !== undefined && { months }) },
  };
}

/** Returns the years that a question names, each once. */
export const readYears = (question: string): string[] => [
  ...new Set(tokenize(question).flatMap(({ text }) => (YEAR.test(text) ? [text] : []))),
];

/** Returns the length of the period that a question names, in months. */
export const readPeriodLength = (question: string): number | undefined =>
  MONTHS_OF.find(([pattern]) => pattern.test(question))?.[1];

/** Returns the words of a question, each once, that are no periods and no function words. */
export function readAskedWords(question: string): AskedWord[] {
  const first = question.search(/\p{L}/u);
  const blank = (found: string) => ' '.repeat(found.length);
  const words = tokenize(question.replace(LATEST, blank).replace(BESIDE, blank))
    .filter(({ kind, text }) => kind !== 'extra' && text.length > 1)
    .filter(({ text }) => !STOP_WORDS.has(text) || text === 'other')
    .filter(({ text }) => !PERIOD_WORDS.has(text) && !/^\d/.test(text))
    .map((term) => ({
      text: term.text,
      isName: looksLikeName(question, term, first),
      isOptional: OPTIONAL_WORDS.has(term.text),
    }));
  return [...new Map(words.map((word) => [word.text, word])).values()];
}
