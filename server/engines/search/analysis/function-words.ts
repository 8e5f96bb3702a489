import * as lists from 'stopword';
import { analyse } from './tokenize.ts';
import { stopWords } from './stop-words.ts';

/** The lists' words as the index writes them; what falls into several pieces there is left out. */
function folded(words: readonly string[]): ReadonlySet<string> {
  return new Set(
    words.flatMap((word) => {
      const terms = analyse(word);
      return terms.length === 1 ? terms.map(({ text }) => text) : [];
    }),
  );
}

/** Words that carry no meaning of their own. They stay in the index, for phrases and for a query of nothing else. */
export const functionWords = {
  en: stopWords,
  da: folded(lists.dan),
  de: folded(lists.deu),
  es: folded(lists.spa),
  fi: folded(lists.fin),
  fr: folded(lists.fra),
  hu: folded(lists.hun),
  it: folded(lists.ita),
  nl: folded(lists.nld),
  no: folded(lists.nob),
  pt: folded(lists.por),
  ro: folded(lists.ron),
  sv: folded(lists.swe),
  tr: folded(lists.tur),
  vi: folded(lists.vie),
  other: folded([...lists.ara, ...lists.ell, ...lists.hin, ...lists.rus]),
};
