import { discriminativeTerms, STOP_WORDS } from '../analysis/stop-words.ts';
import { type Term, tokenize } from '../analysis/tokenize.ts';
import type { RankingMethod } from '../search-types.ts';

/** Quoted text, and an opening mark without its end. */
const QUOTED_TEXT = /["“”„«»][^"“”„«»]*["“”„«»]?/gu;
/** A word that contains a digit, for example EX-10.1, FY22 or 1,577.00. */
const DIGIT = /\p{N}/u;
const FILE_EXTENSION = /\.[a-z0-9]{2,5}$/i;
/** Up to these counts a query is names and terms rather than a question. */
const [MAX_DISCRIMINATIVE_WORDS, MAX_WORDS] = [2, 3];

/** Returns `keyword` for literal queries (quotes, codes, file names, a word or two) and `hybrid` for questions. */
export function chooseMethod(text: string): RankingMethod {
  const trimmed = text.trim();
  if (FILE_EXTENSION.test(trimmed)) return 'keyword';
  const outsideQuotes = trimmed.replace(QUOTED_TEXT, ' ');
  // The quotes in a question name a party or an expression; it remains a question.
  const isQuestion = trimmed.endsWith('?') || discriminativeTerms(outsideQuotes).length > MAX_WORDS;
  if (outsideQuotes !== trimmed && !isQuestion) return 'keyword';
  const words = tokenize(trimmed).filter(({ kind }) => kind !== 'extra');
  const discriminative = words.filter((term) => !STOP_WORDS.has(term.text));
  const countPositions = (terms: readonly Term[]) => new Set(terms.map(({ start }) => start)).size;
  const isShort =
    countPositions(discriminative) <= MAX_DISCRIMINATIVE_WORDS && countPositions(words) <= MAX_WORDS;
  const codes = discriminative.filter((term) => DIGIT.test(term.text));
  return isShort || codes.length * 2 > discriminative.length ? 'keyword' : 'hybrid';
}
