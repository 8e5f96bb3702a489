import { STOP_WORDS } from '../analysis/stop-words.ts';
import { type Term, tokenize } from '../analysis/tokenize.ts';
import type { RankingMethod } from '../ranking/ranking-weights.ts';

const QUOTATION_MARK = /["“”„«»]/u;
/** EX-10.1, FY22, 1,577.00: a word with a digit in it. */
const DIGIT = /\p{N}/u;
const FILE_EXTENSION = /\.[a-z0-9]{2,5}$/i;
/** So few telling words, and so few in all, are names and terms rather than a question. */
const [MAX_DISCRIMINATIVE_WORDS, MAX_WORDS] = [2, 3];

/** Keyword for what is meant to the letter (quotes, codes, names of files, a word or two), hybrid for questions. */
export function chooseMethod(text: string): RankingMethod {
  const trimmed = text.trim();
  if (QUOTATION_MARK.test(trimmed) || FILE_EXTENSION.test(trimmed)) return 'keyword';
  const all = tokenize(trimmed).filter(({ kind }) => kind !== 'extra');
  const discriminative = all.filter(({ text: word }) => !STOP_WORDS.has(word));
  const places = (terms: readonly Term[]) => new Set(terms.map(({ start }) => start)).size;
  const isShort = places(discriminative) <= MAX_DISCRIMINATIVE_WORDS && places(all) <= MAX_WORDS;
  const codes = discriminative.filter(({ text: word }) => DIGIT.test(word));
  return isShort || codes.length * 2 > discriminative.length ? 'keyword' : 'hybrid';
}
