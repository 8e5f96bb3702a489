import { STOP_WORDS } from './stop-words.ts';
import { type Term, tokenize } from './tokenize.ts';

/** The words of a question that say what it is about, in their order. */
export function discriminativeTerms(question: string): Term[] {
  return tokenize(question).filter(({ kind, text }) => kind !== 'extra' && !STOP_WORDS.has(text));
}
