import type { Held, KeywordIndex } from './keyword-index.ts';
import type { Ranked } from './rank.ts';

const mostOfOneDocument = 3;
/** Shorter passages are alike by chance. */
const shortestCompared = 12;
const nearlyTheSame = 0.9;

function isNearlyTheSame(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  if (Math.min(one.size, other.size) < nearlyTheSame * Math.max(one.size, other.size)) return false;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared >= nearlyTheSame * (one.size + other.size - shared);
}

/** The best passages: few of one document, and copies of what is there already after everything that says something else. */
export function createSelection(index: KeywordIndex, limit: number) {
  const ofDocument = new Map<Held, number>();
  const distinct: { ranked: Ranked; words: ReadonlySet<number> }[] = [];
  const copies: Ranked[] = [];
  return {
    /** False once there are enough. */
    take(ranked: Ranked): boolean {
      if (distinct.length >= limit || copies.length >= limit) return false;
      const already = ofDocument.get(ranked.held) ?? 0;
      if (already === mostOfOneDocument) return true;
      ofDocument.set(ranked.held, already + 1);
      const words = new Set(index.wordsOf(ranked.chunk));
      const isCopy =
        words.size >= shortestCompared && distinct.some((other) => isNearlyTheSame(words, other.words));
      if (isCopy) copies.push(ranked);
      else distinct.push({ ranked, words });
      return true;
    },
    ranked(): Ranked[] {
      const lowest = distinct.at(-1)?.ranked.score ?? 0;
      const after = copies.map((copy) => ({ ...copy, score: Math.min(copy.score, lowest) }));
      return [...distinct.map(({ ranked }) => ranked), ...after].slice(0, limit);
    },
  };
}
