import { tokenize } from '../analysis/tokenize.ts';
import { createVisibilityTest, PermittedView } from '../retrieval/permitted-view.ts';
import type { SuggestionQuery, Suggestions } from '../search-types.ts';
import { PASSAGE_END } from '../storage/arrays/word-sequences.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { unitOf } from '../storage/indexed-field.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import { correctWords } from './correct-words.ts';

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

/** Returns 0 unless name and title contain a match for each typed word; 2 when the name begins with the first one. */
function matchQuality(
  labelWords: readonly number[],
  matchers: readonly ((word: number) => boolean)[],
): 0 | 1 | 2 {
  for (const isMatch of matchers) {
    let position = 0;
    let word = labelWords[position];
    while (word !== undefined && word !== PASSAGE_END && !isMatch(word)) word = labelWords[++position];
    if ((word ?? PASSAGE_END) === PASSAGE_END) return 0;
  }
  return matchers[0]?.(labelWords[0] ?? PASSAGE_END) ? 2 : 1;
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
 * Lists the documents that may match: those whose title contains the rarest of the completely typed words, or a word that begins as the
 * last one does, if these are fewer.
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

interface Candidate {
  id: number;
  quality: number;
  length: number;
}

/** Breaks ties by id, so that the order does not depend on when documents were indexed. */
function isBetterCandidate(left: Candidate, right: Candidate): boolean {
  if (left.quality !== right.quality) return left.quality > right.quality;
  return left.length === right.length ? left.id < right.id : left.length < right.length;
}

/** The best documents that were found so far, up to a limit. */
class BestCandidates {
  readonly #limit: number;
  readonly #best: Candidate[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#best.length >= this.#limit;
  }

  get ids(): number[] {
    return this.#best.map(({ id }) => id);
  }

  add({ id, title: { length } }: IndexedEntry, quality: number): void {
    const found = { id, quality, length };
    const rank = this.#best.findIndex((other) => isBetterCandidate(found, other));
    if (rank >= 0) this.#best.splice(rank, 0, found);
    else if (!this.isFull) this.#best.push(found);
    if (this.#best.length > this.#limit) this.#best.pop();
  }
}

interface Typed {
  readonly words: readonly string[];
  readonly matchers: readonly ((word: number) => boolean)[];
  readonly isVisible: (entry: IndexedEntry) => boolean;
  readonly limit: number;
}

/**
 * Finds documents whose names begin with the first word: for each word that this may be, the best ones alone. Others come after them, so
 * that nothing else is looked at where these are enough.
 */
function findByBeginning(index: InvertedIndex, { words, matchers, isVisible, limit }: Typed): BestCandidates {
  const best = new BestCandidates(limit);
  const [first = ''] = words;
  const { vocabulary, titleBeginnings } = index;
  for (const word of words.length > 1 ? vocabulary.findWords(first) : vocabulary.wordsBeginning(first)) {
    let found = 0;
    for (const entry of titleBeginnings.startingWith(word)) {
      if (found === limit) break;
      if (matchQuality(index.labelWordsOf(entry), matchers) === 0 || !isVisible(entry)) continue;
      best.add(entry, 2);
      found += 1;
    }
  }
  return best;
}

function findAnywhere(index: InvertedIndex, { words, matchers, isVisible, limit }: Typed): BestCandidates {
  const best = new BestCandidates(limit);
  for (const entry of listCandidates(index, words)) {
    const quality = matchQuality(index.labelWordsOf(entry), matchers);
    if (quality > 0 && isVisible(entry)) best.add(entry, quality);
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
  return (begun.isFull ? begun : findAnywhere(index, typed)).ids;
}
