import { analyse } from './analyse.ts';
import { correctWords } from './correct-words.ts';
import type { Held, KeywordIndex } from './keyword-index.ts';
import type { Query, Suggestions } from './search-index.ts';
import { visibility } from './visibility.ts';
import { passageEnd } from './word-order.ts';

/** Nobody types more of a name before it is among the few. */
const mostWords = 8;

/** The numbers of the words that one typed word may stand for: itself, and while it is the last one, what it begins. */
function meantBy(index: KeywordIndex, typed: string, isLast: boolean): Set<number> {
  if (!isLast) return new Set([index.vocabulary.findWord(typed) ?? -1]);
  const meant = new Set<number>();
  for (const [text, word] of index.vocabulary.words()) if (text.startsWith(typed)) meant.add(word);
  return meant;
}

/** Whether the document's name and title hold one of each set; 2 when the name begins with one of the first. */
function fits({ labels }: Held, wanted: readonly ReadonlySet<number>[]): 0 | 1 | 2 {
  const end = labels.indexOf(passageEnd);
  const title = labels.slice(0, end);
  if (!wanted.every((words) => title.some((word) => words.has(word)))) return 0;
  return wanted[0]?.has(title[0] ?? -1) ? 2 : 1;
}

/** What somebody who typed this may be looking for, from what they may see alone. */
export function suggest(index: KeywordIndex, query: Query): Suggestions {
  const isVisible = visibility(query);
  const typed = analyse(query.text)
    .filter(({ kind }) => kind !== 'extra')
    .slice(0, mostWords);
  const wanted = typed.map(({ text }, at) => meantBy(index, text, at === typed.length - 1));
  const best: { id: number; fit: number; length: number }[] = [];
  for (const held of wanted.length > 0 ? index.shown() : []) {
    const fit = fits(held, wanted);
    if (fit === 0 || !isVisible(held)) continue;
    const found = { id: held.id, fit, length: held.title.length };
    const place = best.findIndex(
      (other) => fit > other.fit || (fit === other.fit && found.length < other.length),
    );
    if (place >= 0) best.splice(place, 0, found);
    else if (best.length < query.limit) best.push(found);
    if (best.length > query.limit) best.pop();
  }
  return {
    documentIds: best.map(({ id }) => id),
    // Of a name that is being typed nothing is misspelt yet.
    corrected: best.length > 0 ? null : correctWords(index, query.text, isVisible),
  };
}
