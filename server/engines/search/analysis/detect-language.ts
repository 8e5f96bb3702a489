import { FUNCTION_WORDS } from './function-words.ts';
import { type Term, tokenize } from './tokenize.ts';

/** Languages written in Latin letters, which are distinguished by their function words. */
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

/** Words in other scripts, numbers and codes form one group, whatever the language of their text. */
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

/** Returns the language with the most function words in the text; `fallback` unless another one has more. */
export function detectLanguage(terms: readonly Term[], fallback: Language = 'en'): Language {
  const counts = new Map<Language, number>();
  for (const { text } of terms)
    for (const language of languagesByFunctionWord.get(text) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  let best = fallback;
  for (const [language, count] of counts) if (count > (counts.get(best) ?? 0)) best = language;
  return best;
}

/** Returns whether a query is English: it is, unless its script or its function words indicate another language. */
export function isEnglish(query: string): boolean {
  if (/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(query)) return false;
  return detectLanguage(tokenize(query)) === 'en';
}
