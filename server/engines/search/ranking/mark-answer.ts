import type { CoverageReader } from '../meaning/word-coverage.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import type { SentenceReader } from './best-sentence.ts';
import type { SentenceRange } from './sentence-parts.ts';

/** Coefficients of SENTENCE_FEATURES and of the share of the question with words of similar meaning, relative to the best sentence of the passage. */
const COEFFICIENTS: readonly number[] = [1.85, 0.95, 0.77, 0.29, 0.04, -1, 2.13];

interface MarkedPassage {
  entry: IndexedEntry;
  text: string;
  sentence: SentenceRange;
}

/** Chooses the sentence of the first passage again, words of similar meaning counting too. To read them in every passage would take too long. */
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
  { coverText }: CoverageReader,
  { entry, text }: MarkedPassage,
): SentenceRange | undefined {
  const measured = sentences.measure(entry, text);
  if (measured.length < 2) return measured[0];
  const shares = measured.map(({ start, end }) => coverText(text.slice(start, end)).share);
  const highest = Math.max(...shares) || 1;
  const scores = measured.map(({ features }, at) =>
    [...features, (shares[at] ?? 0) / highest].reduce(
      (sum, value, feature) => sum + (COEFFICIENTS[feature] ?? 0) * value,
      0,
    ),
  );
  return measured[scores.indexOf(Math.max(...scores))];
}
