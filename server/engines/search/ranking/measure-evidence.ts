import type { KeywordIndex } from '../storage/inverted-index.ts';
import { likeness } from './letter-ngrams.ts';
import type { Permitted } from '../retrieval/permitted-view.ts';
import type { Ranked } from '../retrieval/rank-by-keyword.ts';
import { tellingTerms } from '../analysis/discriminative-terms.ts';

/** What is measured, in this order. */
export const evidenceNames = [
  'largest share of the question in one passage, up to a half',
  'and beyond that',
  'logarithm of its words',
  'one divided by its words',
  'logarithm of the passages with nearly the largest share',
  'largest share of its first ten words',
  'how far its words are there, or words like them',
  'asks whether rather than what',
  'how often it says the same again',
  'how far the passages that may be seen are fewer than ten',
] as const;

/** Between them, a passage with more of the question is hardly likelier to answer it. */
const largestTold = 0.45;
/** Fewer passages say nothing of how rare a word is: in a room of one document each word would stand in all or none. */
const fewestCounted = 20;
/** Short documents bring more passages than these, which say no more. */
const mostCounted = 200;
const nearlyLargest = 0.8;
/** What a long question is about it says first; then it explains. */
const firstWords = 10;
/** Among fewer passages the first is likelier the right one. */
const fewPassages = 10;
/** Words like those of the question are looked for in the best of the passages. */
const mostRead = 20;
const asksWhether = /^\s*(?:is|are|was|were|do|does|did|can|may|must|should|will|would|has|have)\b/i;

/** A word of the question and the numbers of its stems, one for each language that has it. */
interface AskedWord {
  text: string;
  stems: readonly number[];
}

/** What speaks for there being an answer: of what the asker may see alone, like every score. Candidates come best first. */
export function measureEvidence(permitted: Permitted, text: string, candidates: readonly Ranked[]): number[] {
  const { index } = permitted;
  const counted = candidates.slice(0, mostCounted);
  const terms = tellingTerms(text);
  const asked = new Map<string, AskedWord>();
  for (const term of terms) {
    const stems = permitted.findStems(term.text);
    // A digit is a word too, and no stem's number.
    asked.set(stems.length > 0 ? stems.join() : `“${term.text}”`, { text: term.text, stems });
  }
  const words = [...asked.values()];
  const found = wordsFound(index, words, counted);
  const shares = sharesOf(words, found);
  const largest = Math.max(0, ...shares);
  const first = words.slice(0, firstWords);
  const ofFirst = sharesOf(first, found);
  const count = Math.max(words.length, 1);
  return [
    Math.min(largest, largestTold),
    Math.max(0, largest - largestTold),
    Math.log(1 + count),
    1 / count,
    Math.log(1 + shares.filter((share) => share > nearlyLargest * largest).length),
    Math.max(0, ...ofFirst),
    likenessOf(index, words, found, counted),
    Number(asksWhether.test(text)),
    Math.log(1 + terms.length) / count,
    Math.log(fewPassages / countPassages(permitted)),
  ];
}

/** How many passages may be seen, counted up to a few. */
function countPassages({ documents }: Permitted): number {
  let count = 0;
  for (const held of documents) {
    count += held.count;
    if (count >= fewPassages) return fewPassages;
  }
  return Math.max(count, 1);
}

/** Which words of the question each passage holds, by their places among them. */
function wordsFound(
  index: KeywordIndex,
  words: readonly AskedWord[],
  candidates: readonly Ranked[],
): ReadonlySet<number>[] {
  const byStem = new Map(words.flatMap(({ stems }, word) => stems.map((stem) => [stem, word] as const)));
  return candidates.map(({ chunk }) => {
    const inPassage = new Set<number>();
    for (const number of index.wordsOf(chunk)) {
      const word = byStem.get(index.vocabulary.stemOf(number));
      if (word !== undefined) inPassage.add(word);
    }
    return inPassage;
  });
}

/** How much of the words each passage holds. Rare words count more; one in no passage counts most, and is in no share. */
function sharesOf(words: readonly AskedWord[], found: readonly ReadonlySet<number>[]): number[] {
  const count = Math.max(found.length, fewestCounted);
  const rarities = words.map((_, word) => {
    const holders = found.filter((passage) => passage.has(word)).length;
    return Math.log(1 + (count - holders + 0.5) / (holders + 0.5));
  });
  const whole = rarities.reduce((sum, rarity) => sum + rarity, 0) || 1;
  return found.map(
    (passage) => rarities.reduce((sum, rarity, word) => sum + (passage.has(word) ? rarity : 0), 0) / whole,
  );
}

/** The average over the words: 1 for one that any passage holds, else how like it the likest word of the best ones is. */
function likenessOf(
  index: KeywordIndex,
  words: readonly AskedWord[],
  found: readonly ReadonlySet<number>[],
  candidates: readonly Ranked[],
): number {
  const missing = words.filter((_, word) => !found.some((passage) => passage.has(word)));
  const best = missing.map(() => 0);
  const read = new Set(candidates.slice(0, mostRead).flatMap(({ chunk }) => [...index.wordsOf(chunk)]));
  const likenessTo = missing.map(({ text }) => likeness(text));
  for (const number of missing.length > 0 ? read : []) {
    const text = index.vocabulary.textOf(number);
    for (const [at, of] of likenessTo.entries()) best[at] = Math.max(best[at] ?? 0, of(text));
  }
  const sum = best.reduce((total, value) => total + value, words.length - missing.length);
  return sum / Math.max(words.length, 1);
}
