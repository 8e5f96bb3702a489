import { discriminativeTerms } from '../analysis/stop-words.ts';
import { similarity } from '../ranking/letter-ngrams.ts';
import { NumberSlots } from '../ranking/number-slots.ts';
import { inverseDocumentFrequency } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { InvertedIndex } from '../storage/inverted-index.ts';

/** Describes the features, in the order in which measureEvidence returns them. */
export const EVIDENCE_NAMES = [
  'largest share of the query in one passage, up to SHARE_CEILING',
  'largest share beyond SHARE_CEILING',
  'logarithm of the number of query words',
  'inverse of the number of query words',
  'logarithm of the number of passages with nearly the largest share',
  'largest share of the first ten query words',
  'similarity of the query words to the best passages',
  'is a yes-no question',
  'repetition of query words',
  'scarcity of permitted passages below ten',
] as const;

/** Beyond it, a larger share hardly makes an answer likelier. */
const SHARE_CEILING = 0.45;
/** Lower bound for document frequencies: with a single document each word would occur in all or none. */
const MIN_PASSAGE_COUNT = 20;
/** Passages beyond it, which short documents produce, add no information. */
const MAX_MEASURED_PASSAGES = 200;
const NEAR_MAXIMUM_SHARE = 0.8;
/** A long question names its topic first and then explains. */
const FIRST_WORDS = 10;
/** Among fewer passages the first is more likely the right one. */
const FEW_PASSAGES = 10;
/** Similar words are looked up in the best passages only. */
const MAX_COMPARED_PASSAGES = 20;
/** At the beginning, or after a clause that names the document. */
const YES_NO_QUESTION =
  /(?:^\s*|[;:]\s+)(?:is|are|was|were|do|does|did|can|may|must|should|will|would|has|have)\b/i;

/** A word of the query and its stems, one for each language that has it. */
interface QueryWord {
  text: string;
  stems: readonly number[];
}

/**
 * Measures the evidence that the candidates, which come best first, contain an answer. Like every score it depends on
 * permitted passages only.
 */
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
    // The quotes keep a query word that is a number apart from the numbers of stems.
    queryWords.set(stems.length > 0 ? stems.join() : `“${term.text}”`, { text: term.text, stems });
  }
  const words = [...queryWords.values()];
  const found = wordsFound(index, words, counted);
  const shares = sharesOf(words, found);
  const largest = Math.max(0, ...shares);
  const first = words.slice(0, FIRST_WORDS);
  const sharesOfFirst = sharesOf(first, found);
  const count = Math.max(words.length, 1);
  return [
    Math.min(largest, SHARE_CEILING),
    Math.max(0, largest - SHARE_CEILING),
    Math.log(1 + count),
    1 / count,
    Math.log(1 + shares.filter((share) => share > NEAR_MAXIMUM_SHARE * largest).length),
    Math.max(0, ...sharesOfFirst),
    similarityOf(index, words, found, counted),
    Number(YES_NO_QUESTION.test(text)),
    Math.log(1 + terms.length) / count,
    Math.log(FEW_PASSAGES / Math.min(Math.max(view.passageCount, 1), FEW_PASSAGES)),
  ];
}

/** Returns the words of the query that each passage contains, by their index. */
function wordsFound(
  index: InvertedIndex,
  words: readonly QueryWord[],
  candidates: readonly RankedPassage[],
): ReadonlySet<number>[] {
  const byStem = new Map(words.flatMap(({ stems }, word) => stems.map((stem) => [stem, word] as const)));
  const slots = new NumberSlots([...byStem.keys()]);
  const wordOfSlot = [...byStem.values()];
  return candidates.map(({ chunk }) => {
    const inPassage = new Set<number>();
    for (const number of index.wordsOf(chunk)) {
      const word = wordOfSlot[slots.slotOf(index.vocabulary.stemOf(number))];
      if (word !== undefined) inPassage.add(word);
    }
    return inPassage;
  });
}

/** Returns the share of the words that each passage contains. Rare words count more, and a word in no passage most. */
function sharesOf(words: readonly QueryWord[], found: readonly ReadonlySet<number>[]): number[] {
  const count = Math.max(found.length, MIN_PASSAGE_COUNT);
  const weights = words.map((_, word) =>
    inverseDocumentFrequency(count, found.filter((passage) => passage.has(word)).length),
  );
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return found.map(
    (passage) =>
      weights.reduce((sum, weight, word) => sum + (passage.has(word) ? weight : 0), 0) / totalWeight,
  );
}

/**
 * Averages over the words: 1 for a word that a passage contains, else its similarity to the closest word of the best passages.
 */
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
    for (const [index, measure] of similarityTo.entries())
      best[index] = Math.max(best[index] ?? 0, measure(text));
  }
  const sum = best.reduce((total, value) => total + value, words.length - missing.length);
  return sum / Math.max(words.length, 1);
}
