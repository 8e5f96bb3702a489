import { analyse, stem } from './analyse.ts';
import type { Vector } from './feedback-vectors.ts';
import type { KeywordIndex } from './keyword-index.ts';
import type { Ranked } from './rank.ts';
import { stopWords } from './stop-words.ts';

interface Measured {
  /** Of each window: its stems. */
  vectors: readonly Vector[];
  pairs: readonly number[];
  letters: readonly number[];
  nearness: readonly number[];
  candidates: readonly Ranked[];
  /** Which candidate came first in the end, and which window is its. */
  first: number;
  window: number;
}

/** What is measured of the first passage, in this order. */
export const evidenceNames = [
  'share of the question in the passage or its short document',
  'share of the question in the passage itself',
  'letters shared, for each word',
  'pairs, for each word',
  'nearness',
  'keyword score, for each word',
  'lead over the tenth',
  'words of the question, logarithm',
  'candidates, logarithm',
  'share of the question known at all',
  'asks whether, not what',
] as const;

/** What speaks for the first passage being the answer: of what the asker may see alone, like every score. */
export function measureEvidence(index: KeywordIndex, text: string, measured: Measured): number[] {
  const { vectors, candidates, first, window } = measured;
  const { vocabulary } = index;
  const asked = new Set(
    analyse(text)
      .filter(({ text: word, kind }) => kind !== 'extra' && !stopWords.has(word))
      .map(({ text: word }) => stem(word)),
  );
  const best = candidates[first];
  const words = best === undefined ? [] : index.wordsOf(best.chunk);
  const inPassage = new Set(Array.from(words, (word) => vocabulary.stemOf(word)));
  let [all, around, inside, known] = [0, 0, 0, 0];
  for (const word of asked) {
    const number = vocabulary.findStemmed(word);
    const isIn = (stems: { has(stem: number): boolean } | undefined) =>
      number !== undefined && stems?.has(number) === true;
    const holders = vectors.filter(isIn).length;
    const rarity = Math.log(1 + (vectors.length - holders + 0.5) / (holders + 0.5));
    all += rarity;
    if (isIn(vectors[window])) around += rarity;
    if (isIn(inPassage)) inside += rarity;
    if (holders > 0) known++;
  }
  const count = Math.max(asked.size, 1);
  const highest = candidates[0]?.score ?? 0;
  const tenth = candidates[Math.min(9, candidates.length - 1)]?.score ?? 0;
  return [
    around / (all || 1),
    inside / (all || 1),
    (measured.letters[window] ?? 0) / count,
    (measured.pairs[window] ?? 0) / count,
    measured.nearness[window] ?? 0,
    highest / count,
    highest > 0 ? (highest - tenth) / highest : 0,
    Math.log(count),
    Math.log(1 + candidates.length),
    known / count,
    /^\s*(?:is|are|was|were|does|do|did|can|may|must|has|have|will)\b/i.test(text) ? 1 : 0,
  ];
}
