import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';

/** Shorter passages are similar by chance. */
const MIN_COMPARED_WORDS = 12;
const COPY_SIMILARITY = 0.9;

/** Compares two sets of words by their Jaccard similarity. */
function isNearDuplicate(left: ReadonlySet<number>, right: ReadonlySet<number>): boolean {
  if (Math.min(left.size, right.size) < COPY_SIMILARITY * Math.max(left.size, right.size)) return false;
  let shared = 0;
  for (const word of left) if (right.has(word)) shared++;
  return shared >= COPY_SIMILARITY * (left.size + right.size - shared);
}

/** Bounds the search for further documents: a query may match every passage of a few large ones. */
const MAX_EXAMINED = 1000;

/**
 * Creates a selection of the best passages up to the limit, near-duplicates last, followed by the best passage of each
 * further document, again up to the limit.
 */
export function createResultSelection(index: InvertedIndex, limit: number) {
  const documents = new Set<IndexedEntry>();
  const distinct: { passage: RankedPassage; words: ReadonlySet<number> }[] = [];
  const copies: RankedPassage[] = [];
  const further: RankedPassage[] = [];
  let examined = 0;
  const isFull = () => distinct.length >= limit || copies.length >= limit;
  return {
    /** Offers the next best passage. Returns false once the selection is complete. */
    take(passage: RankedPassage): boolean {
      if (isFull() && (documents.size >= limit || examined >= MAX_EXAMINED)) return false;
      examined++;
      const isNew = !documents.has(passage.entry);
      if (isFull()) {
        if (isNew) further.push(passage);
      } else {
        const words = new Set(index.wordsOf(passage.chunk));
        const isCopy =
          words.size >= MIN_COMPARED_WORDS && distinct.some((other) => isNearDuplicate(words, other.words));
        if (isCopy) copies.push(passage);
        else distinct.push({ passage, words });
      }
      documents.add(passage.entry);
      return true;
    },
    ranked(): RankedPassage[] {
      const lowest = distinct.at(-1)?.passage.score ?? 0;
      const lowered = copies.map((copy) => ({ ...copy, score: Math.min(copy.score, lowest) }));
      const passages = [...distinct.map(({ passage }) => passage), ...lowered].slice(0, limit);
      const shown = new Set(passages.map(({ entry }) => entry));
      const rest = [...lowered, ...further].filter(({ entry }) => !shown.has(entry));
      return [...passages, ...rest.slice(0, limit)];
    },
  };
}
