import { STOP_WORDS } from './stop-words.ts';
import { type Term, tokenize } from './tokenize.ts';

/** Returns the words of a query that are not stop words, in order. */
export function discriminativeTerms(query: string): Term[] {
  return tokenize(query).filter(({ kind, text }) => kind !== 'extra' && !STOP_WORDS.has(text));
}
