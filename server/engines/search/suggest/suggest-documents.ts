import { tokenize } from '../analysis/tokenize.ts';
import { PermittedView } from '../retrieval/permitted-view.ts';
import { createVisibilityTest } from '../retrieval/visibility.ts';
import type { SearchQuery, Suggestions } from '../search-engine.ts';
import type { IndexedEntry, InvertedIndex } from '../storage/inverted-index.ts';
import { PASSAGE_END } from '../storage/word-sequences.ts';
import { correctWords } from './correct-words.ts';

/** Nobody types more of a name before it is among the few. */
const MAX_TYPED_WORDS = 8;

/** Whether a word of a name, by its number, is what was typed: itself, and while it is the last one, what it begins. */
function createWordMatcher(index: InvertedIndex, typed: string, isLast: boolean): (word: number) => boolean {
  if (!isLast) {
    const matching = new Set(index.vocabulary.findWords(typed));
    return (word) => matching.has(word);
  }
  // Names are made of few words, over and over, and texts of many more: 0 is a word that no name held yet.
  const known = new Uint8Array(index.vocabulary.size);
  return (word) => {
    if (known[word] === 0) known[word] = index.vocabulary.textOf(word).startsWith(typed) ? 2 : 1;
    return known[word] === 2;
  };
}

/** Whether the document's name and title hold one of each; 2 when the name begins with one of the first. */
function matchQuality(
  { labelWords }: IndexedEntry,
  wanted: readonly ((word: number) => boolean)[],
): 0 | 1 | 2 {
  for (const isMeant of wanted) {
    let at = 0;
    for (let word = labelWords[at]; word !== undefined && word !== PASSAGE_END; word = labelWords[++at])
      if (isMeant(word)) break;
    if ((labelWords[at] ?? PASSAGE_END) === PASSAGE_END) return 0;
  }
  return wanted[0]?.(labelWords[0] ?? PASSAGE_END) ? 2 : 1;
}

/** Where all that was typed may stand: of words that were typed to their end, the rarest in names tells which few to look at. */
function listCandidates(index: InvertedIndex, completeWords: readonly string[]): Iterable<IndexedEntry> {
  const { vocabulary, counts, documentFields } = index;
  const stems = completeWords.map(
    (word) => new Set(vocabulary.findWords(word).map((number) => vocabulary.stemOf(number))),
  );
  const rarest = stems
    .map((each) => ({
      stems: each,
      count: [...each].reduce((sum, stem) => sum + documentFields.title.postingsOf(stem).length, 0),
    }))
    .sort((one, other) => one.count - other.count)[0];
  // To look at each is quicker than to gather many.
  if (rarest === undefined || rarest.count * 4 > counts.documents) return index.entries();
  return index.findByTitleStems(rarest.stems);
}

interface Candidate {
  id: number;
  quality: number;
  length: number;
}

/** Between equals the older one: in which order they came into the index is nobody's business. */
function isBetterCandidate(one: Candidate, other: Candidate): boolean {
  if (one.quality !== other.quality) return one.quality > other.quality;
  return one.length === other.length ? one.id < other.id : one.length < other.length;
}

/** What somebody who typed this may be looking for, from what they may see alone. */
export function suggestDocuments(index: InvertedIndex, query: SearchQuery): Suggestions {
  const isVisible = createVisibilityTest(query);
  const typed = tokenize(query.text)
    .filter(({ kind }) => kind !== 'extra')
    .slice(0, MAX_TYPED_WORDS);
  const wanted = typed.map(({ text }, at) => createWordMatcher(index, text, at === typed.length - 1));
  const completeWords = typed.slice(0, -1).map(({ text }) => text);
  const best: Candidate[] = [];
  for (const entry of wanted.length > 0 ? listCandidates(index, completeWords) : []) {
    const quality = matchQuality(entry, wanted);
    if (quality === 0 || !isVisible(entry)) continue;
    const found = { id: entry.id, quality: quality, length: entry.title.length };
    const place = best.findIndex((other) => isBetterCandidate(found, other));
    if (place >= 0) best.splice(place, 0, found);
    else if (best.length < query.limit) best.push(found);
    if (best.length > query.limit) best.pop();
  }
  return {
    documentIds: best.map(({ id }) => id),
    // Of a name that is being typed nothing is misspelt yet.
    correctedText: best.length > 0 ? null : correctWords(new PermittedView(index, isVisible), query.text),
  };
}
