import { analyse, type Term } from '../analysis/tokenize.ts';
import type { RankingMethod } from '../ranking/ranking-weights.ts';
import { stopWords } from '../analysis/stop-words.ts';

const quoted = /["“”„«»]/u;
/** EX-10.1, FY22, 1,577.00: a word with a digit in it. */
const code = /\p{N}/u;
const fileName = /\.[a-z0-9]{2,5}$/i;
/** So few telling words, and so few in all, are names and terms rather than a question. */
const [fewTelling, fewInAll] = [2, 3];

/** Keyword for what is meant to the letter (quotes, codes, names of files, a word or two), hybrid for questions. */
export function chooseMethod(text: string): RankingMethod {
  const trimmed = text.trim();
  if (quoted.test(trimmed) || fileName.test(trimmed)) return 'keyword';
  const all = analyse(trimmed).filter(({ kind }) => kind !== 'extra');
  const telling = all.filter(({ text: word }) => !stopWords.has(word));
  const places = (terms: readonly Term[]) => new Set(terms.map(({ start }) => start)).size;
  const isShort = places(telling) <= fewTelling && places(all) <= fewInAll;
  const codes = telling.filter(({ text: word }) => code.test(word));
  return isShort || codes.length * 2 > telling.length ? 'keyword' : 'hybrid';
}
