import { discriminativeTerms } from '../analysis/stop-words.ts';
import type { SentenceReader } from '../ranking/best-sentence.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';

/** Creates a test of whether a document has a word in its text, title or path; a word has a stem in each language. */
export function createDocumentTest(
  { index }: PermittedView,
  { unit }: IndexedEntry,
): (stems: readonly number[]) => boolean {
  const { body, title, opening, path } = index.documentFields;
  return (stems) => stems.some((stem) => [body, title, opening, path].some((field) => field.has(stem, unit)));
}

/**
 * Creates a function that returns the share of the query, 0 to 1, that a document has, rare words counting more. Words that occur
 * in no permitted document count as missing.
 */
export function createShareReader(
  view: PermittedView,
  text: string,
  sentences: SentenceReader,
): (entry: IndexedEntry) => number {
  const words = discriminativeTerms(text);
  const known = words.filter((term) => view.findStems(term.text).length > 0).length;
  const knownShare = known / Math.max(words.length, 1);
  const shares = new Map<IndexedEntry, number>();
  return (entry) => {
    const share = shares.get(entry) ?? knownShare * sentences.shareOf(entry, createDocumentTest(view, entry));
    shares.set(entry, share);
    return share;
  };
}
