import { detectLanguage, isFunctionWord, type Language } from '../analysis/detect-language.ts';
import { STOP_WORDS } from '../analysis/stop-words.ts';
import { type Term, tokenize } from '../analysis/tokenize.ts';
import type { RankingMethod, ScopedSynonyms } from '../search-types.ts';
import {
  type Concept,
  type Expression,
  findConcepts,
  isConnector,
  keyOf,
  LEXICON_LANGUAGES,
} from './lexicon.ts';
import { listSynonymKeys, synonymKeyOf } from './synonym-keys.ts';
import { translateWords } from './translate-words.ts';

/** An expression of a question, with others of the same meaning. */
export interface Equivalents {
  /** Words of the expression in the question. */
  words: readonly string[];
  /** Offsets in the question. */
  start: number;
  end: number;
  others: readonly Expression[];
  /** Folders to whose documents this is limited; absent for the built-in lexicon. */
  folderIds?: readonly number[];
}

/**
 * Finds the expressions of a question that have others of the same meaning, in the lexicon or in the synonyms of rooms.
 * Other words are translated, except those of a keyword search, which are meant literally.
 */
export function expandQuestion(
  question: string,
  synonyms: readonly ScopedSynonyms[] = [],
  method: RankingMethod = 'hybrid',
): Equivalents[] {
  return [...findEquivalents(question, method !== 'keyword'), ...findScopedEquivalents(question, synonyms)];
}

/** Finds the synonyms in a question; the longest that a group has in it stands for the group. */
function findScopedEquivalents(question: string, synonyms: readonly ScopedSynonyms[]): Equivalents[] {
  if (synonyms.length === 0) return [];
  const places = listSynonymKeys(question);
  return synonyms.flatMap(({ folderIds, groups }) =>
    groups.flatMap((group): Equivalents[] => {
      const keys = group.map(synonymKeyOf);
      const place = places.find(({ key }) => keys.includes(key));
      if (place === undefined) return [];
      const { key, start, end } = place;
      const others = group.flatMap((term, at) => (keys[at] === key ? [] : { words: contentWordsOf(term) }));
      return [{ words: contentWordsOf(question.slice(start, end)), start, end, others, folderIds }];
    }),
  );
}

function contentWordsOf(term: string): string[] {
  const terms = tokenize(term).filter(({ kind }) => kind !== 'extra');
  const words = terms.filter(({ text }) => !STOP_WORDS.has(text));
  return (words.length > 0 ? words : terms).map(({ text }) => text);
}

/** Words of the longest expression of the lexicon that is looked up. */
const MAX_WORDS = 6;
/** Limits the work for a pasted page. */
const MAX_QUESTION_WORDS = 60;

/**
 * Finds the expressions of a question that the lexicon knows, the longest at each place. Those of its own language and of
 * English are looked up, or of every language when it has no function word that tells its language. Its other words are
 * translated.
 */
function findEquivalents(question: string, translates: boolean): Equivalents[] {
  const terms = tokenize(question)
    .filter(({ kind }) => kind !== 'extra')
    .slice(0, MAX_QUESTION_WORDS);
  const found: Equivalents[] = [];
  for (const language of languagesOf(terms)) {
    const words = terms.filter(({ text }) => !isConnector(text, language));
    for (let at = 0; at < words.length; ) {
      const match = findLongest(words, at, language);
      if (match !== undefined) found.push(match.equivalents);
      at += match?.count ?? 1;
    }
  }
  return translates ? [...found, ...translateWords(terms, found)] : found;
}

function languagesOf(terms: readonly Term[]): readonly Language[] {
  const language = detectLanguage(terms);
  const isDetected = terms.some(({ text }) => isFunctionWord(text, language));
  if (!isDetected) return LEXICON_LANGUAGES;
  return language === 'en' ? ['en'] : [language, 'en'];
}

function findLongest(words: readonly Term[], at: number, language: Language) {
  for (let count = Math.min(MAX_WORDS, words.length - at); count > 0; count--) {
    const part = words.slice(at, at + count);
    const texts = part.map(({ text }) => text);
    const concepts = findConcepts(texts, language);
    if (concepts.length > 0) return { count, equivalents: describe(part, texts, language, concepts) };
  }
  return undefined;
}

function describe(
  part: readonly Term[],
  words: readonly string[],
  language: Language,
  concepts: readonly Concept[],
): Equivalents {
  const own = keyOf(words, language);
  // A list of several languages translates: its alternatives within a language are often wider or narrower.
  const others = concepts.flatMap((concept) =>
    isMultilingual(concept)
      ? concept.filter((other) => other.language !== language)
      : concept.filter((other) => keyOf(other.words, language) !== own),
  );
  return { words, start: part[0]?.start ?? 0, end: part.at(-1)?.end ?? 0, others };
}

const isMultilingual = (concept: Concept): boolean =>
  concept.some(({ language }) => language !== concept[0]?.language);
