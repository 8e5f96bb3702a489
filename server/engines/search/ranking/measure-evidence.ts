import { discriminativeTerms } from '../analysis/discriminative-terms.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';
import { similarity } from './letter-ngrams.ts';

/** What is measured, in this order. */
export const EVIDENCE_NAMES = [
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
const SHARE_CEILING = 0.45;
/** Fewer passages say nothing of how rare a word is: in a room of one document each word would stand in all or none. */
const MIN_PASSAGE_COUNT = 20;
/** Short documents bring more passages than these, which say no more. */
const MAX_MEASURED_PASSAGES = 200;
const NEAR_MAXIMUM_SHARE = 0.8;
/** What a long question is about it says first; then it explains. */
const FIRST_WORDS = 10;
/** Among fewer passages the first is likelier the right one. */
const FEW_PASSAGES = 10;
/** Words like those of the question are looked for in the best of the passages. */
const MAX_COMPARED_PASSAGES = 20;
const YES_NO_QUESTION = /^\s*(?:is|are|was|were|do|does|did|can|may|must|should|will|would|has|have)\b/i;

/** A word of the question and the numbers of its stems, one for each language that has it. */
interface QueryWord {
  text: string;
  stems: readonly number[];
}

/** What speaks for there being an answer: of what the asker may see alone, like every score. Candidates come best first. */
export function measureEvidence(
  view: PermittedView,
  text: string,
  candidates: readonly RankedPassage[],
): number[] {
  const { index } = view;
  const counted = candidates.slice(0, MAX_MEASURED_PASSAGES);
  const terms = discriminativeTerms(text);
  const queryWords = new Map<string, QueryWord>();
  for (const term of terms) {
    const stems = view.findStems(term.text);
    // A digit is a word too, and no stem's number.
    queryWords.set(stems.length > 0 ? stems.join() : `“${term.text}”`, { text: term.text, stems });
  }
  const words = [...queryWords.values()];
  const found = wordsFound(index, words, counted);
  const shares = sharesOf(words, found);
  const largest = Math.max(0, ...shares);
  const first = words.slice(0, FIRST_WORDS);
  const ofFirst = sharesOf(first, found);
  const count = Math.max(words.length, 1);
  return [
    Math.min(largest, SHARE_CEILING),
    Math.max(0, largest - SHARE_CEILING),
    Math.log(1 + count),
    1 / count,
    Math.log(1 + shares.filter((share) => share > NEAR_MAXIMUM_SHARE * largest).length),
    Math.max(0, ...ofFirst),
    similarityOf(index, words, found, counted),
    Number(YES_NO_QUESTION.test(text)),
    Math.log(1 + terms.length) / count,
    Math.log(FEW_PASSAGES / countPassages(view)),
  ];
}

/** How many passages may be seen, counted up to a few. */
function countPassages({ documents }: PermittedView): number {
  let count = 0;
  for (const entry of documents) {
    count += entry.chunkCount;
    if (count >= FEW_PASSAGES) return FEW_PASSAGES;
  }
  return Math.max(count, 1);
}

/** Which words of the question each passage holds, by their places among them. */
function wordsFound(
  index: InvertedIndex,
  words: readonly QueryWord[],
  candidates: readonly RankedPassage[],
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
function sharesOf(words: readonly QueryWord[], found: readonly ReadonlySet<number>[]): number[] {
  const count = Math.max(found.length, MIN_PASSAGE_COUNT);
  const rarities = words.map((_, word) => {
    const holders = found.filter((passage) => passage.has(word)).length;
    return Math.log(1 + (count - holders + 0.5) / (holders + 0.5));
  });
  const totalRarity = rarities.reduce((sum, rarity) => sum + rarity, 0) || 1;
  return found.map(
    (passage) =>
      rarities.reduce((sum, rarity, word) => sum + (passage.has(word) ? rarity : 0), 0) / totalRarity,
  );
}

/** The average over the words: 1 for one that any passage holds, else how like it the likest word of the best ones is. */
function similarityOf(
  index: InvertedIndex,
  words: readonly QueryWord[],
  found: readonly ReadonlySet<number>[],
  candidates: readonly RankedPassage[],
): number {
  const missing = words.filter((_, word) => !found.some((passage) => passage.has(word)));
  const best = missing.map(() => 0);
  const read = new Set(
    candidates.slice(0, MAX_COMPARED_PASSAGES).flatMap(({ chunk }) => [...index.wordsOf(chunk)]),
  );
  const similarityTo = missing.map(({ text }) => similarity(text));
  for (const number of missing.length > 0 ? read : []) {
    const text = index.vocabulary.textOf(number);
    for (const [at, of] of similarityTo.entries()) best[at] = Math.max(best[at] ?? 0, of(text));
  }
  const sum = best.reduce((total, value) => total + value, words.length - missing.length);
  return sum / Math.max(words.length, 1);
}
