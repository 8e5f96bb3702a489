import { detectLanguage } from '../analysis/detect-language.ts';
import { discriminativeTerms } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { createTextComparer } from './compare-meaning.ts';

export const MEANING_FEATURES = [
  'similarity of meaning of the question and the chosen sentence',
  'similarity of meaning of the question and the passage',
  'highest similarity of meaning of the best passages of other documents',
  'question and passage are in different languages',
] as const;

/** Passages of other documents that are compared. */
const MAX_COMPARED_PASSAGES = 5;

interface ReadPassage {
  entry: IndexedEntry;
  text: string;
  sentence: { start: number; end: number };
}

/** Measures how close the first passage is in meaning, for the confidence (MEANING_FEATURES). */
export function measureMeaning(
  question: string,
  [first, ...others]: readonly [ReadPassage, ...ReadPassage[]],
): number[] {
  const compare = createTextComparer(question);
  const { entry, text, sentence } = first;
  const elsewhere = others.slice(0, MAX_COMPARED_PASSAGES).filter((other) => other.entry !== entry);
  return [
    compare(text.slice(sentence.start, sentence.end)),
    compare(text),
    Math.max(0, ...elsewhere.map((other) => compare(other.text))),
    Number(discriminativeTerms(question).length > 0 && languageOf(question) !== languageOf(text)),
  ];
}

const languageOf = (text: string): string =>
  /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(text) ? 'other' : detectLanguage(tokenize(text));
