import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { IndexedEntry, InvertedIndex } from '../storage/inverted-index.ts';

/** Shorter passages are alike by chance. */
const MIN_COMPARED_WORDS = 12;
const COPY_SIMILARITY = 0.9;

function isNearDuplicate(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  if (Math.min(one.size, other.size) < COPY_SIMILARITY * Math.max(one.size, other.size)) return false;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared >= COPY_SIMILARITY * (one.size + other.size - shared);
}

/** Further documents are looked for only so far: a question may match every passage of a few large ones. */
const MAX_EXAMINED = 1000;

/**
 * The best passages, copies of what is there already after everything that says something else; then the best passage of
 * each further document, until there are as many documents.
 */
export function createResultSelection(index: InvertedIndex, limit: number) {
  const documents = new Set<IndexedEntry>();
  const distinct: { ranked: RankedPassage; words: ReadonlySet<number> }[] = [];
  const copies: RankedPassage[] = [];
  const further: RankedPassage[] = [];
  let examined = 0;
  const isFull = () => distinct.length >= limit || copies.length >= limit;
  return {
    /** False once there are enough. */
    take(ranked: RankedPassage): boolean {
      if (isFull() && (documents.size >= limit || examined >= MAX_EXAMINED)) return false;
      examined++;
      const isNew = !documents.has(ranked.entry);
      if (isFull()) {
        if (isNew) further.push(ranked);
      } else {
        const words = new Set(index.wordsOf(ranked.chunk));
        const isCopy =
          words.size >= MIN_COMPARED_WORDS && distinct.some((other) => isNearDuplicate(words, other.words));
        if (isCopy) copies.push(ranked);
        else distinct.push({ ranked, words });
      }
      documents.add(ranked.entry);
      return true;
    },
    ranked(): RankedPassage[] {
      const lowest = distinct.at(-1)?.ranked.score ?? 0;
      const after = copies.map((copy) => ({ ...copy, score: Math.min(copy.score, lowest) }));
      const passages = [...distinct.map(({ ranked }) => ranked), ...after].slice(0, limit);
      const shown = new Set(passages.map(({ entry }) => entry));
      const rest = [...after, ...further].filter(({ entry }) => !shown.has(entry));
      return [...passages, ...rest.slice(0, limit)];
    },
  };
}
