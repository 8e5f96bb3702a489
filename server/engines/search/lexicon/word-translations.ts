import { readFileSync } from 'node:fs';
import { wordGroupOf } from '../analysis/detect-language.ts';
import { stemWord } from '../analysis/stem-word.ts';
import { findConcepts } from './lexicon.ts';
import { TranslationTable } from './translation-table.ts';

/**
 * Words of other languages, each with up to three English words of nearest meaning, the surest first. Written by
 * `bench/search/word-vectors/translations.py`. Resolved by name, because the built worker runs from another folder.
 */
const FILE = '#server/engines/search/lexicon/word-translations.txt';
/** Letters that each part of a compound has. */
const MIN_PART = 4;
/** Letters that join the parts of a German compound. */
const JOINTS = ['', 's', 'n', 'en', 'es', 'er'];
/** Inflections in many languages make long lists; the surest words come first. */
const MAX_FOREIGN_WORDS = 40;
/** Meanings of each part of a compound. */
const MAX_MEANINGS = 3;

/** English words of questions whose foreign ones are remembered. */
const MAX_REMEMBERED = 2_000;

const foreign = new Map<string, readonly string[]>();
let table: TranslationTable | undefined;
let stems: ReadonlyMap<string, string> | undefined;

/** The table is read when it is first used. */
function readTable(): TranslationTable {
  table ??= new TranslationTable(readFileSync(new URL(import.meta.resolve(FILE))));
  return table;
}

/** Returns the English words for a folded word of another language: one list, or one for each part of a compound. */
export function translateWord(word: string): string[][] {
  const found = readTable().meaningsOf(word) ?? findStem(word);
  if (found !== undefined) return [found.split(' ')];
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++) {
    const last = translatePart(word.slice(at));
    const first = last.length > 0 ? translateFirstPart(word.slice(0, at)) : [];
    if (first.length > 0) return [first, last];
  }
  return [];
}

/**
 * Returns the meaning of the surest word of the same stem, for a word in other letters: Russian has many more forms than the
 * table.
 */
function findStem(word: string): string | undefined {
  if (wordGroupOf(word, 'en') !== 'other') return undefined;
  if (stems === undefined) {
    const known = new Map<string, string>();
    for (const [each, meanings] of readTable().entries()) {
      const stem = wordGroupOf(each, 'en') === 'other' ? stemWord(each, 'en') : '';
      if (stem.length >= MIN_PART && !known.has(stem)) known.set(stem, meanings);
    }
    stems = known;
  }
  return stems.get(stemWord(word, 'en'));
}

function translateFirstPart(head: string): string[] {
  for (const joint of JOINTS) {
    const meanings = head.endsWith(joint) ? translatePart(head.slice(0, head.length - joint.length)) : [];
    if (meanings.length > 0) return meanings;
  }
  return [];
}

/** The lexicon knows words of the field that the table lacks, such as *Miete*. */
function translatePart(part: string): string[] {
  const terms = findConcepts([part], 'de')
    .flat()
    .flatMap(({ language, words }) => (language === 'en' && words.length === 1 ? words : []));
  return [...new Set([...terms, ...(readTable().meaningsOf(part)?.split(' ') ?? [])])].slice(0, MAX_MEANINGS);
}

/** Returns words of other languages for an English one: those whose first meaning it is, then those whose second. */
export function listForeignWords(word: string): readonly string[] {
  const known = foreign.get(word);
  if (known !== undefined) return known;
  if (foreign.size >= MAX_REMEMBERED) foreign.clear();
  const words = readTable().wordsOf(word, MAX_FOREIGN_WORDS);
  foreign.set(word, words);
  return words;
}
