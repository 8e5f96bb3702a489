import * as lists from 'stopword';
import { STOP_WORDS } from './stop-words.ts';
import { tokenize } from './tokenize.ts';

/** Normalizes a word list as the index normalizes its terms; leaves out words that become several terms. */
function tokenizeList(words: readonly string[]): ReadonlySet<string> {
  return new Set(
    words.flatMap((word) => {
      const terms = tokenize(word);
      return terms.length === 1 ? terms.map(({ text }) => text) : [];
    }),
  );
}

/** Function words by language, in Latin letters; `other` for other scripts. They are indexed all the same, for phrases. */
export const FUNCTION_WORDS = {
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
