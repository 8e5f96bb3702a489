import { detectLanguage } from '../analysis/detect-language.ts';
import { tokenize } from '../analysis/tokenize.ts';
import { createTextComparer } from './compare-meaning.ts';

export const MEANING_FEATURES = [
  'similarity of meaning of the question and the chosen sentence',
  'similarity of meaning of the question and the passage',
  'question is not English, and in another language than the passage',
] as const;

/** Measures how close the first passage is in meaning, for the confidence (MEANING_FEATURES). */
export function measureMeaning(
  question: string,
  { text, sentence }: { text: string; sentence: { start: number; end: number } },
): number[] {
  const compare = createTextComparer(question);
  const asked = languageOf(question);
  return [
    compare(text.slice(sentence.start, sentence.end)),
    compare(text),
    Number(asked !== 'en' && asked !== languageOf(text)),
  ];
}

const languageOf = (text: string): string =>
  /[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(text) ? 'other' : detectLanguage(tokenize(text));
