import { describe, expect, test } from 'vitest';
import { type Collection, readBeir, readSquad } from './evaluation/collections.ts';
import { isPresent } from './evaluation/evaluation-files.ts';
import { indexCollection } from './evaluation/index-collection.ts';
import { mean, ndcgAt, reciprocalRankAt } from './evaluation/metrics.ts';

const depth = 10;
/** A change that costs more than this is a step back, whatever it was made for. */
const mostLost = 0.01;

/** The documents of each question's first places. */
function firstPlaces({ questions, ...rest }: Collection) {
  const answer = indexCollection({ questions, ...rest }, 'hybrid');
  return questions.map(({ text, judgments }) => {
    const ranked = [
      ...new Set(
        answer(text)
          .matches.take(3 * depth)
          .map(({ document }) => document),
      ),
    ];
    return { ranked, judgments };
  });
}

const every = (step: number, { documents, questions }: Collection): Collection => ({
  documents,
  questions: questions.filter((_, at) => at % step === 0),
});

describe('hybrid search ranks no worse than it did', { timeout: 120_000 }, () => {
  test.skipIf(!isPresent('cranfield'))('on Cranfield (skipped where the collection is absent)', () => {
    const places = firstPlaces(readBeir('cranfield'));
    const figure = mean(places.map(({ ranked, judgments }) => ndcgAt(depth, ranked, judgments)));
    expect(figure).toBeGreaterThan(0.41 - mostLost);
  });

  test.skipIf(!isPresent('xquad'))('on German questions of XQuAD (skipped where it is absent)', () => {
    const places = firstPlaces(every(5, readSquad('de')));
    const figure = mean(places.map(({ ranked, judgments }) => reciprocalRankAt(depth, ranked, judgments)));
    expect(figure).toBeGreaterThan(0.955 - mostLost);
  });
});
