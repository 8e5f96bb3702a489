import type { AmountQuestion } from './amount-question.ts';
import { looksTabular } from './parse-table.ts';
import type { LabelReader } from './row-labels.ts';

/** Part of the words before the verb that the question must have. */
const MIN_EXACTNESS = 0.7;
/** An amount beside the dates and lengths of periods. */
const AMOUNT = /\p{Sc} ?\d|\d[\d,.]*\d|\d ?(?:%|percent|million|billion|thousand|people|employees)/iu;
const PERIODS = /\b(?:19|20)\d\d\b|\b\d{1,2},? (?=(?:19|20)\d\d)|\bq[1-4]\b/giu;
const CLAUSE_END = /[;:]|,(?!\d)|\band\b/u;
const STATES =
  /\b(?:was|were|is|are|amounts?|amounted|totall?ed|stood|reached|had|employed|spent|paid|of) |\d/u;
const SAYS_CHANGE =
  /\b(?:increas\w*|decreas\w*|declin\w*|grew|growth|rose|fell|chang\w*|compared|higher|lower|due to|driven|primarily|mainly)\b/iu;

/**
 * Returns whether a clause of a sentence, not a row, says the figure itself rather than its change, its reasons or something
 * beside it.
 */
export function statesFigure(
  sentence: string,
  { period: { years } }: AmountQuestion,
  labels: LabelReader,
): boolean {
  if (looksTabular(sentence) || !years.every((year) => sentence.includes(year))) return false;
  return sentence.split(CLAUSE_END).some((clause) => {
    const subject = clause.slice(0, Math.max(0, clause.search(STATES)));
    const { found, exactness } = labels.match(subject);
    return (
      exactness >= MIN_EXACTNESS &&
      labels.missing(found, clause).length === 0 &&
      AMOUNT.test(clause.replace(PERIODS, '')) &&
      !SAYS_CHANGE.test(clause)
    );
  });
}
