import { isFunctionWord } from '../../analysis/detect-language.ts';
import {
  type AmountQuestion,
  type AskedWord,
  readAskedWords,
  readPeriodLength,
  readYears,
} from '../amount-question.ts';
import type { CellOperation } from '../table-types.ts';
import { OPERATION_WORDS, type OperationWords } from './operation-words.ts';

/** A question for a figure that is computed from cells, such as “By how much did revenue grow from 2018 to 2019?”. */
export interface ComputedQuestion {
  operation: CellOperation;
  /** Figures that are asked for; of a share the part and the whole. */
  operands: readonly AmountQuestion[];
  /** The years in their order; of a share one, or none. */
  years: readonly string[];
  /** Length of the periods in months, where the question tells it. */
  months?: number;
  /** A row of this name states it, so that nothing is to be computed: “average price”, “total revenue”. */
  stated?: RegExp;
}

/** Longer questions are pasted texts. */
const MAX_LENGTH = 400;
/** A list, an order or a reason is not computed, and neither are several figures. */
const ASKS_FOR_MORE =
  /(?<!\p{L})(?:respectively|largest|highest|lowest|smallest|which|why|each|drivers?|impact|affect\p{L}*|cause[sd]?|reasons?|jeweils|warum|pourquoi|respectivement|por qué|respectivamente)(?!\p{L})/iu;
/** Words of a question for a reason. */
const SAYS_REASON = /(?<!\p{L})(?:due to|because|led to|driven|attributable to|recognized as)(?!\p{L})/iu;
const AMOUNT = /\d/u;
const PERCENT = /%|(?<!\p{L})(?:percent|prozent|pour ?cent|por ciento)/iu;
const YEARS = /(?<!\d)(?:19|20)\d\d(?!\d)/gu;
const RANGE =
  /((?:19|20)\d\d)\s*(?:-|–|to|through|until|bis|à|a|hasta)\s*(?:fy|fiscal |fiscal year )?((?:19|20)\d\d)/iu;
/** Two years joined by *and* are a range only right behind *between*. */
const BETWEEN =
  /(?<!\p{L})(?:between|zwischen|entre)\s(?:\p{L}{2,10}\s){0,2}(?:fy)?((?:19|20)\d\d)\s(?:and|und|et|y)\s(?:\p{L}{2,10}\s){0,2}(?:fy)?((?:19|20)\d\d)/iu;
const MAX_YEARS = 6;

/** Reads a question for a figure that can be computed from cells of named years; undefined for others. */
export function readComputedQuestion(text: string): ComputedQuestion | undefined {
  const words = wordsOf(text);
  if (words === undefined) return undefined;
  const years = readYears(text).toSorted();
  const share = readShare(text, words, years);
  if (share !== undefined) return share;
  const operation = operationOf(text, words);
  if (operation === undefined || years.length < 2) return undefined;
  const isOfSeveral = operation === 'average' || operation === 'sum';
  if (!isOfSeveral && years.length > 2) return undefined;
  const isOfRange = isRange(text, years);
  // “The total revenue in 2018 and 2019” is that of each year.
  if (operation === 'sum' && !words.certainSum.test(text) && !isOfRange) return undefined;
  const all = isOfSeveral && isOfRange ? listYears(years) : years;
  if (all.length > MAX_YEARS) return undefined;
  const months = readPeriodLength(text);
  const isNamed =
    operation === 'average' ? words.average : words.certainSum.test(text) ? undefined : words.sum;
  return {
    operation,
    operands: [readOperand(text, words, text)],
    years: all,
    ...(months !== undefined && { months }),
    ...(isOfSeveral && isNamed && { stated: isNamed }),
  };
}

/**
 * Returns whether the answer to a question is computed from others unless a text states it, also where the question cannot be
 * read.
 */
export function asksForComputation(text: string): boolean {
  const words = wordsOf(text);
  if (words === undefined || SAYS_REASON.test(text)) return false;
  if (hasShare(text, words)) return true;
  const operation = operationOf(text, words);
  if (operation === 'sum' && !words.certainSum.test(text)) return false;
  return operation === 'difference' || operation === 'change' || readYears(text).length > 1;
}

/** Returns whether a sentence says a change, an average or a part itself, with its amount. */
export const saysComputation = (sentence: string): boolean =>
  AMOUNT.test(sentence.replace(YEARS, ' ')) && (PERCENT.test(sentence) || saysOperation(sentence));

const saysOperation = (sentence: string): boolean =>
  OPERATION_WORDS.some(
    ({ change, average, ratio }) => change.test(sentence) || average.test(sentence) || ratio.test(sentence),
  );

const hasShare = (text: string, { shares }: OperationWords): boolean =>
  shares.some((pattern) => pattern.test(text));

/** Returns the words of the first language in which the text asks for a computed figure. */
function wordsOf(text: string): OperationWords | undefined {
  if (text.length > MAX_LENGTH || ASKS_FOR_MORE.test(text)) return undefined;
  return OPERATION_WORDS.find(
    (words) => words.asks.test(text) && (operationOf(text, words) !== undefined || hasShare(text, words)),
  );
}

function operationOf(
  text: string,
  { change, relative, average, sum }: OperationWords,
): CellOperation | undefined {
  const [ofChange, ofAverage] = [text.search(change), text.search(average)];
  // The average of changes is none of these; the change of an average is that of its row.
  if (ofAverage >= 0 && (ofChange < 0 || ofAverage < ofChange)) return ofChange < 0 ? 'average' : undefined;
  if (ofChange >= 0) return relative.test(text) ? 'change' : 'difference';
  return sum.test(text) ? 'sum' : undefined;
}

function readShare(
  text: string,
  words: OperationWords,
  years: readonly string[],
): ComputedQuestion | undefined {
  if (years.length > 1) return undefined;
  for (const pattern of words.shares) {
    const { part, whole } = pattern.exec(text)?.groups ?? {};
    if (part === undefined || whole === undefined || words.changeOf.test(part)) continue;
    const months = readPeriodLength(text);
    const operands = [part, whole].map((each) => readOperand(each, words, text));
    return {
      operation: words.ratio.test(text) ? 'ratio' : 'share',
      operands,
      years,
      ...(months !== undefined && { months }),
    };
  }
  return undefined;
}

/** Reads the words of a part of a question, without those of the operation. */
function readOperand(part: string, { operators, language }: OperationWords, text: string): AmountQuestion {
  const without = part.replace(operators, (found) => ' '.repeat(found.length));
  const words: AskedWord[] = readAskedWords(without).filter(
    ({ text: word }) => word === 'other' || !isFunctionWord(word, language),
  );
  return { words, period: { years: readYears(text), isLatest: false } };
}

const isRange = (text: string, years: readonly string[]): boolean => {
  const [, from = '', to = ''] = RANGE.exec(text) ?? BETWEEN.exec(text) ?? [];
  return years.length === 2 && years.includes(from) && years.includes(to);
};

function listYears([first = '', last = first]: readonly string[]): string[] {
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, at) => String(Number(first) + at));
}
