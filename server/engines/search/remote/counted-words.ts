import { LANGUAGES, type Language, wordGroupOf } from '../analysis/detect-language.ts';
import { STOP_WORDS } from '../analysis/stop-words.ts';
import { tokenize } from '../analysis/tokenize.ts';
import type { Equivalents } from '../lexicon/expand-question.ts';
import { listPhrases } from '../retrieval/parse-keyword-query.ts';
import { tokenOf } from './stem-tokens.ts';

/** Further words of a pasted page are not searched for, nor are further words of equivalent expressions. */
const [MAX_WORDS, MAX_EQUIVALENT_WORDS] = [60, 200];

/** A word that the ranking may look up. */
export interface CountedWord {
  readonly word: string;
  /** Absent for a word that is looked up in every language. */
  readonly language?: Language | undefined;
  /** Folders to whose documents its counts are limited; absent for all. */
  readonly folderIds?: readonly number[] | undefined;
}

/** Lists the words of a question, and those of equivalent expressions in their languages. */
export function listCountedWords(text: string, equivalents: readonly Equivalents[]): CountedWord[] {
  const asked = [...listWords(text), ...equivalents.flatMap(({ words }) => words)];
  const others = equivalents.flatMap(({ others, folderIds }) =>
    others.flatMap(({ words, language }) => words.map((word) => ({ word, language, folderIds }))),
  );
  const scopes = [...new Set(others.map(({ folderIds }) => folderIds))];
  const byKey = new Map(
    others.map((each) => [`${scopes.indexOf(each.folderIds)} ${each.language ?? ''} ${each.word}`, each]),
  );
  return [...new Set(asked).values().map((word) => ({ word })), ...byKey.values().take(MAX_EQUIVALENT_WORDS)];
}

function listWords(text: string): string[] {
  const terms = tokenize(text.slice(0, 10_000)).map((term) => term.text);
  const telling = terms.filter((word) => !STOP_WORDS.has(word));
  const words = telling.length > 0 ? [...telling, ...listPhrases(text).flat()] : terms;
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** Lists the stems that a word has in its language, or in all languages. */
export function listStems({ word, language }: CountedWord): { language: Language; token: string }[] {
  const all = language === undefined ? LANGUAGES : [language];
  const languages: readonly Language[] = wordGroupOf(word, 'en') === 'other' ? ['en'] : all;
  return languages.map((each) => ({ language: each, token: tokenOf(word, each) }));
}
