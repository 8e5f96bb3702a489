import * as lists from 'stopword';
import { STOP_WORDS } from './stop-words.ts';
import { type Term, tokenize } from './tokenize.ts';

/** Letters that normalization leaves as they are. */
const PLAIN_WORD = /^[a-z]+$/;

/** Normalizes a word list as the index normalizes its terms; leaves out words that become several terms. */
function tokenizeList(words: readonly string[]): ReadonlySet<string> {
  return new Set(
    words.flatMap((word) => {
      if (PLAIN_WORD.test(word)) return word;
      const terms = tokenize(word);
      return terms.length === 1 ? terms.map(({ text }) => text) : [];
    }),
  );
}

/** Function words by language, in Latin letters; `other` for other scripts. They are indexed all the same, for phrases. */
const FUNCTION_WORDS = {
  en: STOP_WORDS,
  da: tokenizeList(lists.dan),
  de: tokenizeList(lists.deu),
  es: tokenizeList(lists.spa),
  fi: tokenizeList(lists.fin),
  fr: tokenizeList(lists.fra),
  hu: tokenizeList(lists.hun),
  it: tokenizeList(lists.ita),
  nl: tokenizeList(lists.nld),
  no: tokenizeList(lists.nob),
  pt: tokenizeList(lists.por),
  ro: tokenizeList(lists.ron),
  sv: tokenizeList(lists.swe),
  tr: tokenizeList(lists.tur),
  vi: tokenizeList(lists.vie),
  other: tokenizeList([...lists.ara, ...lists.ell, ...lists.hin, ...lists.rus]),
};

/** Languages written in Latin letters, which are distinguished by their function words. */
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGES = [
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

export const isLanguage = (code: string): code is Language => (LANGUAGES as readonly string[]).includes(code); // wider, to look up any text

/** Words in other scripts, numbers and codes form one group, whatever the language of their text. */
export type WordGroup = Language | 'other';

export function wordGroupOf(word: string, language: Language): WordGroup {
  return PLAIN_WORD.test(word) ? language : 'other';
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
