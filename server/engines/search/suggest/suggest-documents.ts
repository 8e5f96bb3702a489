import { tokenize } from '../analysis/tokenize.ts';
import { createVisibilityTest, PermittedView } from '../retrieval/permitted-view.ts';
import type { SuggestionQuery, Suggestions } from '../search-types.ts';
import { PASSAGE_END } from '../storage/arrays/word-sequences.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { unitOf } from '../storage/indexed-field.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import { correctWords } from './correct-words.ts';
import { compareTitles } from './title-beginnings.ts';

/** Words beyond it hardly narrow the matches. */
const MAX_TYPED_WORDS = 8;

/** Creates a test for words, by their numbers: the typed word itself, or for the last one, any word that begins with it. */
function createWordMatcher(index: InvertedIndex, typed: string, isLast: boolean): (word: number) => boolean {
  if (!isLast) {
    const matching = new Set(index.vocabulary.findWords(typed));
    return (word) => matching.has(word);
  }
  // Caches the result by word, because names repeat few words: 0 is untested, 1 no match, 2 a match.
  let results = new Uint8Array(index.vocabulary.size);
  return (word) => {
    // A title may have words that nobody has asked for yet.
    if (word >= results.length && word !== PASSAGE_END) {
      const larger = new Uint8Array(index.vocabulary.size * 2);
      larger.set(results);
      results = larger;
    }
    if (results[word] === 0) results[word] = index.vocabulary.textOf(word).startsWith(typed) ? 2 : 1;
    return results[word] === 2;
  };
}

/** Returns whether a name or title, whose words come first in the labels, contains a match for each typed word. */
function matchesAll(
  labelWords: readonly number[],
  matchers: readonly ((word: number) => boolean)[],
): boolean {
  for (const isMatch of matchers) {
    let position = 0;
    let word = labelWords[position];
    while (word !== undefined && word !== PASSAGE_END && !isMatch(word)) word = labelWords[++position];
    if ((word ?? PASSAGE_END) === PASSAGE_END) return false;
  }
  return true;
}

/** Shorter beginnings match more words than their list would save. */
const MIN_BEGINNING_LENGTH = 2;

/** Returns the stems of all words that begin so. */
function findStemsBeginning(vocabulary: InvertedIndex['vocabulary'], beginning: string): Set<number> {
  return new Set(vocabulary.wordsBeginning(beginning).map((word) => vocabulary.stemOf(word)));
}

/** Yields the documents whose name or title contains one of the stems, in no particular order. */
function* findByTitleStems(index: InvertedIndex, stems: ReadonlySet<number>): Generator<IndexedEntry, void> {
  const isFound = new Uint8Array(index.size.documents);
  for (const stem of stems)
    for (const posting of index.documentFields.title.postingsOf(stem)) {
      const unit = unitOf(posting);
      const entry = isFound[unit] === 1 ? undefined : index.entryOfUnit(unit);
      isFound[unit] = 1;
      if (entry !== undefined) yield entry;
    }
}

/**
 * Lists the documents that may match: those whose title contains the rarest of the completely typed words, or a word that begins
 * as the last one does, if these are fewer.
 */
function listCandidates(index: InvertedIndex, words: readonly string[]): Iterable<IndexedEntry> {
  const { vocabulary, counts, documentFields } = index;
  const count = (stems: ReadonlySet<number>) => ({
    stems,
    count: [...stems].reduce((sum, stem) => sum + documentFields.title.countPostings(stem), 0),
  });
  const beginning = words.at(-1) ?? '';
  let [rarest] = words
    .slice(0, -1)
    .map((word) => count(new Set(vocabulary.findWords(word).map((number) => vocabulary.stemOf(number)))))
    .sort((left, right) => left.count - right.count);
  if (beginning.length >= MIN_BEGINNING_LENGTH) {
    const begun = count(findStemsBeginning(vocabulary, beginning));
    if (begun.count < (rarest?.count ?? counts.documents)) rarest = begun;
  }
  // Testing every document is faster than collecting so many.
  if (rarest === undefined || rarest.count * 4 > counts.documents) return index.entries();
  return findByTitleStems(index, rarest.stems);
}

interface Typed {
  readonly words: readonly string[];
  readonly matchers: readonly ((word: number) => boolean)[];
  readonly isVisible: (entry: IndexedEntry) => boolean;
  readonly limit: number;
}

/**
 * Finds documents whose names begin with the first word: for each word that this may be, the best ones alone. Others come after
 * them, so that nothing else is looked at where these are enough.
 */
function findByBeginning(
  index: InvertedIndex,
  { words, matchers, isVisible, limit }: Typed,
): readonly IndexedEntry[] {
  const best: IndexedEntry[] = [];
  const [first = ''] = words;
  const { titleBeginnings } = index;
  for (const word of words.length > 1 ? [first] : titleBeginnings.wordsBeginning(first)) {
    let found = 0;
    for (const entry of titleBeginnings.startingWith(word)) {
      if (found === limit) break;
      if (!matchesAll(index.labelWordsOf(entry), matchers) || !isVisible(entry)) continue;
      best.push(entry);
      found += 1;
    }
  }
  return best.sort(compareTitles).slice(0, limit);
}

/** Yields documents with the shortest names first, and sorts only those that are asked for. */
function* listShortestFirst(entries: Iterable<IndexedEntry>): Generator<IndexedEntry, void> {
  const byLength = Map.groupBy(entries, ({ title }) => title.length);
  for (const length of [...byLength.keys()].sort((left, right) => left - right))
    yield* byLength.get(length)?.sort(compareTitles) ?? [];
}

/**
 * Adds documents with the words anywhere in their names, the shortest names first, to those that begin with them, which are all
 * there are.
 */
function findFurther(
  index: InvertedIndex,
  { words, matchers, isVisible, limit }: Typed,
  begun: readonly IndexedEntry[],
): readonly IndexedEntry[] {
  const best = [...begun];
  for (const entry of listShortestFirst(listCandidates(index, words))) {
    if (best.length >= limit) break;
    if (!isVisible(entry) || begun.includes(entry)) continue;
    // The names of most documents are never read.
    if (matchesAll(index.labelWordsOf(entry), matchers)) best.push(entry);
  }
  return best;
}

/** Suggests documents whose names match what was typed, or a correction, from permitted documents only. */
export function suggestDocuments(index: InvertedIndex, query: SuggestionQuery): Suggestions {
  const isVisible = createVisibilityTest(query);
  const words = tokenize(query.text)
    .filter(({ kind }) => kind !== 'extra')
    .slice(0, MAX_TYPED_WORDS)
    .map(({ text }) => text);
  const matchers = words.map((word, position) =>
    createWordMatcher(index, word, position === words.length - 1),
  );
  const documentIds = findDocuments(index, { words, matchers, isVisible, limit: query.limit });
  return {
    documentIds,
    // A name that is still being typed is not misspelled.
    correctedText:
      documentIds.length > 0
        ? null
        : (correctWords(new PermittedView(index, isVisible), query.text)?.text ?? null),
  };
}

function findDocuments(index: InvertedIndex, typed: Typed): number[] {
  if (typed.words.length === 0) return [];
  const begun = findByBeginning(index, typed);
  const found = begun.length >= typed.limit ? begun : findFurther(index, typed, begun);
  return found.map(({ id }) => id);
}
