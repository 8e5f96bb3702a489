import { FUNCTION_WORDS } from './function-words.ts';
import { type Term, tokenize } from './tokenize.ts';

/** Languages in Latin letters, which are told apart by their function words. */
export type Language = (typeof LANGUAGES)[number];

const LANGUAGES = [
  'en',
  'da',
  'de',
  'es',
  'fi',
  'fr',
  'hu',
  'it',
  'nl',
  'no',
  'pt',
  'ro',
  'sv',
  'tr',
  'vi',
] as const;

/** Words in other letters, numbers and codes are one group, whatever language they stand in. */
export type WordGroup = Language | 'other';

export function wordGroupOf(word: string, language: Language): WordGroup {
  return /^[a-z]+$/.test(word) ? language : 'other';
}

export function isFunctionWord(word: string, language: Language): boolean {
  return FUNCTION_WORDS[wordGroupOf(word, language)].has(word);
}

const languagesByFunctionWord = new Map<string, Language[]>();
for (const language of LANGUAGES) {
  for (const word of FUNCTION_WORDS[language])
    languagesByFunctionWord.set(word, [...(languagesByFunctionWord.get(word) ?? []), language]);
}

/** The language whose function words the text has most of; `otherwise` unless another one has more. */
export function detectLanguage(terms: readonly Term[], otherwise: Language = 'en'): Language {
  const counts = new Map<Language, number>();
  for (const { text } of terms)
    for (const language of languagesByFunctionWord.get(text) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  let best = otherwise;
  for (const [language, count] of counts) if (count > (counts.get(best) ?? 0)) best = language;
  return best;
}

/** Whether a question is to be read as English: it is unless its letters or its function words say otherwise. */
export function isEnglish(question: string): boolean {
  if (/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(question)) return false;
  return detectLanguage(tokenize(question)) === 'en';
}
