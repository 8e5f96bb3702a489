import type { Phrase } from '../storage/arrays/word-sequences.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { PermittedView } from './permitted-view.ts';
import type { RankedPassage } from './rank-by-keyword.ts';

/**
 * Requirement that the quoted phrases of a query make: every passage holds all of them, its document holds as many as any
 * document does, or none.
 */
export type PhraseScope = 'passage' | 'document' | 'none';

export interface PhraseMatcher {
  /** Returns whether the passage may be a result. */
  permits(passage: Pick<RankedPassage, 'entry' | 'chunk'>): boolean;
  /** Returns whether the passage holds all phrases. */
  holdsAll(passage: Pick<RankedPassage, 'entry' | 'chunk'>): boolean;
}

export function createPhraseMatcher(
  view: PermittedView,
  phrases: readonly Phrase[],
  scope: PhraseScope,
): PhraseMatcher {
  const holdsAll: PhraseMatcher['holdsAll'] = ({ entry, chunk }) =>
    phrases.every((phrase) => view.index.containsPhrase(entry, chunk, phrase));
  if (phrases.length === 0 || scope === 'none') return { permits: () => true, holdsAll };
  if (scope === 'passage') return { permits: holdsAll, holdsAll };
  const counts = new Map<IndexedEntry, number>();
  for (const phrase of phrases)
    for (const entry of listDocumentsWith(view, phrase)) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  const most = [...counts.values()].reduce((max, count) => Math.max(max, count), 1);
  return { permits: ({ entry }) => counts.get(entry) === most, holdsAll };
}

/** Lists the permitted documents that contain the phrase, by the postings of its rarest word. */
export function listDocumentsWith(view: PermittedView, phrase: Phrase): Set<IndexedEntry> {
  const { index } = view;
  const { vocabulary, chunkFields } = index;
  const stemsByWord = phrase.map((numbers) => [...new Set(numbers.map((word) => vocabulary.stemOf(word)))]);
  const countPostings = (stems: readonly number[]) =>
    stems.reduce((sum, stem) => sum + chunkFields.body.countPostings(stem), 0);
  const rarest = stemsByWord.reduce((best, stems) =>
    countPostings(stems) < countPostings(best) ? stems : best,
  );
  const found = new Set<IndexedEntry>();
  for (const stem of rarest)
    for (const { entry, chunk } of index.occurrencesOf(stem))
      if (!found.has(entry) && view.has(entry) && index.containsPhrase(entry, chunk, phrase))
        found.add(entry);
  return found;
}

/** Yields the passages that hold all phrases first, then the others in their order, with scores that never rise. */
export function* preferPhrases(
  passages: Iterable<RankedPassage>,
  { holdsAll }: PhraseMatcher,
): Generator<RankedPassage, void> {
  const others: RankedPassage[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const passage of passages) {
    if (!holdsAll(passage)) others.push(passage);
    else {
      lowest = Math.min(lowest, passage.score);
      yield passage;
    }
  }
  for (const passage of others) yield { ...passage, score: Math.min(passage.score, lowest) };
}
