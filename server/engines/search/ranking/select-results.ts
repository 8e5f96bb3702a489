import type { Held, KeywordIndex } from '../storage/inverted-index.ts';
import type { Ranked } from '../retrieval/rank-by-keyword.ts';

/** Shorter passages are alike by chance. */
const shortestCompared = 12;
const nearlyTheSame = 0.9;

function isNearlyTheSame(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  if (Math.min(one.size, other.size) < nearlyTheSame * Math.max(one.size, other.size)) return false;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared >= nearlyTheSame * (one.size + other.size - shared);
}

/** Further documents are looked for only so far: a question may match every passage of a few large ones. */
const mostLookedAt = 1000;

/**
 * The best passages, copies of what is there already after everything that says something else; then the best passage of
 * each further document, until there are as many documents.
 */
export function createSelection(index: KeywordIndex, limit: number) {
  const documents = new Set<Held>();
  const distinct: { ranked: Ranked; words: ReadonlySet<number> }[] = [];
  const copies: Ranked[] = [];
  const further: Ranked[] = [];
  let looked = 0;
  const isFull = () => distinct.length >= limit || copies.length >= limit;
  return {
    /** False once there are enough. */
    take(ranked: Ranked): boolean {
      if (isFull() && (documents.size >= limit || looked >= mostLookedAt)) return false;
      looked++;
      const isNew = !documents.has(ranked.held);
      if (isFull()) {
        if (isNew) further.push(ranked);
      } else {
        const words = new Set(index.wordsOf(ranked.chunk));
        const isCopy =
          words.size >= shortestCompared && distinct.some((other) => isNearlyTheSame(words, other.words));
        if (isCopy) copies.push(ranked);
        else distinct.push({ ranked, words });
      }
      documents.add(ranked.held);
      return true;
    },
    ranked(): Ranked[] {
      const lowest = distinct.at(-1)?.ranked.score ?? 0;
      const after = copies.map((copy) => ({ ...copy, score: Math.min(copy.score, lowest) }));
      const passages = [...distinct.map(({ ranked }) => ranked), ...after].slice(0, limit);
      const shown = new Set(passages.map(({ held }) => held));
      const rest = [...after, ...further].filter(({ held }) => !shown.has(held));
      return [...passages, ...rest.slice(0, limit)];
    },
  };
}
