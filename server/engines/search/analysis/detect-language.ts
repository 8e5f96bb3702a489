import { analyse, type Term } from './tokenize.ts';
import { functionWords } from './function-words.ts';

/** Languages in Latin letters, which are told apart by their function words. */
export type Language = (typeof languages)[number];

const languages = [
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

export function groupOf(word: string, language: Language): WordGroup {
  return /^[a-z]+$/.test(word) ? language : 'other';
}

export function isFunctionWord(word: string, language: Language): boolean {
  return functionWords[groupOf(word, language)].has(word);
}

const languagesOf = new Map<string, Language[]>();
for (const language of languages) {
  for (const word of functionWords[language])
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
}

/** The language whose function words the text has most of; `otherwise` unless another one has more. */
export function detectLanguage(terms: readonly Term[], otherwise: Language = 'en'): Language {
  const counts = new Map<Language, number>();
  for (const { text } of terms)
    for (const language of languagesOf.get(text) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  let best = otherwise;
  for (const [language, count] of counts) if (count > (counts.get(best) ?? 0)) best = language;
  return best;
}

/** Whether a question is to be read as English: it is unless its letters or its function words say otherwise. */
export function isEnglish(question: string): boolean {
  if (/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(question)) return false;
  return detectLanguage(analyse(question)) === 'en';
}
