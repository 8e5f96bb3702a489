import type { CoverageReader } from '../meaning/word-coverage.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { SentenceReader } from './best-sentence.ts';
import type { SentenceRange } from './sentence-parts.ts';

/** Coefficients of what listMarkFeatures returns, trained by `bench/search/train-marked-sentence.ts`. */
const COEFFICIENTS: readonly number[] = [1.93, 0.97, 0.49, 0.26, 0.06, -1, 1.96];

interface MarkedPassage {
  entry: IndexedEntry;
  text: string;
  sentence: SentenceRange;
}

/**
 * Chooses the sentence of the first passage again, words of similar meaning counting too. To read them in every passage would
 * take too long.
 */
export function markAnswer<Passage extends MarkedPassage>(
  [first, ...others]: readonly Passage[],
  sentences: SentenceReader,
  coverageOf: (entry: IndexedEntry) => CoverageReader,
): Passage[] {
  if (first === undefined) return [];
  const { start, end } = markSentence(sentences, coverageOf(first.entry), first) ?? first.sentence;
  return [{ ...first, sentence: { start, end } }, ...others];
}

function markSentence(
  sentences: SentenceReader,
  coverage: CoverageReader,
  { entry, text }: MarkedPassage,
): SentenceRange | undefined {
  const measured = sentences.measure(entry, text);
  if (measured.length < 2) return measured[0];
  const written = measured.map(({ start, end, features }) => ({ text: text.slice(start, end), features }));
  const scores = listMarkFeatures(written, coverage).map((features) =>
    features.reduce((sum, value, feature) => sum + (COEFFICIENTS[feature] ?? 0) * value, 0),
  );
  return measured[scores.indexOf(Math.max(...scores))];
}

/**
 * Lists, for each sentence, SENTENCE_FEATURES and the share of the question with words of similar meaning, relative to the best
 * sentence.
 */
export function listMarkFeatures(
  sentences: readonly { readonly text: string; readonly features: readonly number[] }[],
  { coverText }: CoverageReader,
): number[][] {
  const shares = sentences.map(({ text }) => coverText(text).share);
  const highest = Math.max(...shares) || 1;
  return sentences.map(({ features }, at) => [...features, (shares[at] ?? 0) / highest]);
}
