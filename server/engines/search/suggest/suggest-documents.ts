import { analyse } from '../analysis/tokenize.ts';
import { correctWords } from './correct-words.ts';
import type { Held, KeywordIndex } from '../storage/inverted-index.ts';
import { Permitted } from '../retrieval/permitted-view.ts';
import type { Query, Suggestions } from '../search-engine.ts';
import { visibility } from '../retrieval/visibility.ts';
import { passageEnd } from '../storage/word-sequences.ts';

/** Nobody types more of a name before it is among the few. */
const mostWords = 8;

/** Whether a word of a name, by its number, is what was typed: itself, and while it is the last one, what it begins. */
function meaningOf(index: KeywordIndex, typed: string, isLast: boolean): (word: number) => boolean {
  if (!isLast) {
    const meant = new Set(index.vocabulary.findWords(typed));
    return (word) => meant.has(word);
  }
  // Names are made of few words, over and over, and texts of many more: 0 is a word that no name held yet.
  const known = new Uint8Array(index.vocabulary.size);
  return (word) => {
    if (known[word] === 0) known[word] = index.vocabulary.textOf(word).startsWith(typed) ? 2 : 1;
    return known[word] === 2;
  };
}

/** Whether the document's name and title hold one of each; 2 when the name begins with one of the first. */
function fits({ labels }: Held, wanted: readonly ((word: number) => boolean)[]): 0 | 1 | 2 {
  for (const isMeant of wanted) {
    let at = 0;
    for (let word = labels[at]; word !== undefined && word !== passageEnd; word = labels[++at])
      if (isMeant(word)) break;
    if ((labels[at] ?? passageEnd) === passageEnd) return 0;
  }
  return wanted[0]?.(labels[0] ?? passageEnd) ? 2 : 1;
}

/** Where all that was typed may stand: of words that were typed to their end, the rarest in names tells which few to look at. */
function candidates(index: KeywordIndex, whole: readonly string[]): Iterable<Held> {
  const { vocabulary, counts, documentFields } = index;
  const stems = whole.map(
    (word) => new Set(vocabulary.findWords(word).map((number) => vocabulary.stemOf(number))),
  );
  const rarest = stems
    .map((each) => ({
      stems: each,
      count: [...each].reduce((sum, stem) => sum + documentFields.title.postingsOf(stem).length, 0),
    }))
    .sort((one, other) => one.count - other.count)[0];
  // To look at each is quicker than to gather many.
  if (rarest === undefined || rarest.count * 4 > counts.documents) return index.shown();
  return index.named(rarest.stems);
}

interface Found {
  id: number;
  fit: number;
  length: number;
}

/** Between equals the older one: in which order they came into the index is nobody's business. */
function isBetter(one: Found, other: Found): boolean {
  if (one.fit !== other.fit) return one.fit > other.fit;
  return one.length === other.length ? one.id < other.id : one.length < other.length;
}

/** What somebody who typed this may be looking for, from what they may see alone. */
export function suggest(index: KeywordIndex, query: Query): Suggestions {
  const isVisible = visibility(query);
  const typed = analyse(query.text)
    .filter(({ kind }) => kind !== 'extra')
    .slice(0, mostWords);
  const wanted = typed.map(({ text }, at) => meaningOf(index, text, at === typed.length - 1));
  const whole = typed.slice(0, -1).map(({ text }) => text);
  const best: Found[] = [];
  for (const held of wanted.length > 0 ? candidates(index, whole) : []) {
    const fit = fits(held, wanted);
    if (fit === 0 || !isVisible(held)) continue;
    const found = { id: held.id, fit, length: held.title.length };
    const place = best.findIndex((other) => isBetter(found, other));
    if (place >= 0) best.splice(place, 0, found);
    else if (best.length < query.limit) best.push(found);
    if (best.length > query.limit) best.pop();
  }
  return {
    documentIds: best.map(({ id }) => id),
    // Of a name that is being typed nothing is misspelt yet.
    corrected: best.length > 0 ? null : correctWords(new Permitted(index, isVisible), query.text),
  };
}
