import { analyse, type Term } from './tokenize.ts';
import { stopWords } from './stop-words.ts';

/** The words of a question that say what it is about, in their order. */
export function tellingTerms(question: string): Term[] {
  return analyse(question).filter(({ kind, text }) => kind !== 'extra' && !stopWords.has(text));
}
