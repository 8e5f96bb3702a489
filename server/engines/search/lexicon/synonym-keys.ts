import { stemEnglish } from '../analysis/porter-stemmer.ts';
import { type Term, tokenize } from '../analysis/tokenize.ts';

/** Words of a question that synonyms are looked up for, and of the longest synonym. */
const [MAX_QUESTION_WORDS, MAX_WORDS] = [60, 8];

const wordsOf = (text: string): Term[] => tokenize(text).filter(({ kind }) => kind !== 'extra');

const keyOf = (words: readonly Term[]): string => words.map(({ text }) => stemEnglish(text)).join(' ');

/** Identifies a synonym: case, accents and English endings do not matter. */
export const synonymKeyOf = (term: string): string => keyOf(wordsOf(term));

/** Lists the keys of all synonyms that a question could contain, each with its offsets; the longest come first. */
export function listSynonymKeys(question: string): { key: string; start: number; end: number }[] {
  const words = wordsOf(question).slice(0, MAX_QUESTION_WORDS);
  return Array.from({ length: MAX_WORDS }, (_, index) => MAX_WORDS - index).flatMap((count) =>
    words.slice(0, Math.max(0, words.length - count + 1)).map((first, at) => ({
      key: keyOf(words.slice(at, at + count)),
      start: first.start,
      end: words[at + count - 1]?.end ?? first.end,
    })),
  );
}
