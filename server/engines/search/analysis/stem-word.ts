import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { type Language, wordGroupOf } from './detect-language.ts';
import { stemEnglish } from './porter-stemmer.ts';

type Stemmer = (word: string) => string;

const STEMMERS: Readonly<Record<Language, Stemmer>> = {
  en: stemEnglish,
  da: danish,
  de: german,
  // Accents are removed from words, but the stemmer knows this ending only with its accent.
  es: (word) => spanish(word.replace(/ion$/, 'ión')),
  fi: finnish,
  fr: french,
  hu: hungarian,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  sv: swedish,
  tr: turkish,
  // Vietnamese words are not inflected.
  vi: (word) => word,
};

const STEMMERS_BY_SCRIPT: readonly (readonly [RegExp, Stemmer])[] = [
  [/^\p{Script=Arabic}+$/u, stemArabic],
  [/^\p{Script=Cyrillic}+$/u, russian],
  [/^\p{Script=Greek}+$/u, greek],
  [/^[\p{Script=Devanagari}\p{M}]+$/u, hindi],
];

// Kept beside the library's stemmers: its Arabic one leaves conjunctions on the word.
const ARABIC_PREFIXES = ['وال', 'بال', 'كال', 'فال', 'ال', 'لل'];
const ARABIC_SUFFIXES = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي'];

/** Larkey's light10 stemmer: removes the article, conjunctions, and endings of number, gender and possession. */
export function stemArabic(word: string): string {
  let stem = word.replace(/ى/g, 'ي');
  if (stem.startsWith('و') && stem.length >= 4) stem = stem.slice(1);
  const prefix = ARABIC_PREFIXES.find(
    (candidate) => stem.startsWith(candidate) && stem.length >= candidate.length + 2,
  );
  if (prefix !== undefined) stem = stem.slice(prefix.length);
  for (const suffix of ARABIC_SUFFIXES) {
    if (stem.endsWith(suffix) && stem.length >= suffix.length + 2) stem = stem.slice(0, -suffix.length);
  }
  return stem;
}

/** Returns the stem that a word's inflected forms share; codes, numbers and other scripts stay as they are. */
export function stemWord(word: string, language: Language): string {
  const group = wordGroupOf(word, language);
  if (group !== 'other') return STEMMERS[group](word);
  const stem = STEMMERS_BY_SCRIPT.find(([letters]) => letters.test(word))?.[1];
  return stem === undefined ? word : stem(word);
}
