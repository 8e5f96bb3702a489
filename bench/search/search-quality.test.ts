import { describe, expect, test } from 'vitest';
import { type Collection, readBeir, readSquad } from './datasets/datasets.ts';
import { measureConfidence } from './evaluation/measure-confidence.ts';
import { readCuad } from './datasets/cuad.ts';
import { isPresent } from '#server/testing/evaluation-data/evaluation-files.ts';
import { indexCollection } from './evaluation/index-dataset.ts';
import { judgeFirst } from './evaluation/judge-top-result.ts';
import { mean, ndcgAt, reciprocalRankAt } from './evaluation/ranking-metrics.ts';
import { smallRoom } from './datasets/small-dataset.ts';
import { readTatqa } from './datasets/tatqa.ts';

const depth = 10;
/** A change that costs more than this is a step back, whatever it was made for. */
const mostLost = 0.01;

type Figure = typeof ndcgAt;

/** Over the questions that something in the collection answers. */
function measure(collection: Collection, figure: Figure): number {
  const answer = indexCollection(collection, 'hybrid');
  const answered = collection.questions.filter(({ judgments }) => judgments.size > 0);
  return mean(
    answered.map(({ text, judgments }) => {
      const found = answer(text).matches.take(3 * depth);
      const ranked = [...new Set(found.map(({ document }) => document))];
      return figure(depth, ranked, judgments);
    }),
  );
}

const every = (step: number, { documents, questions }: Collection): Collection => ({
  documents,
  questions: questions.filter((_, at) => at % step === 0),
});

describe('in a room of our own, wherever the tests run', () => {
  test('hybrid search ranks no worse than it did', () => {
    expect(measure(smallRoom, reciprocalRankAt)).toBeGreaterThan(1 - mostLost);
  });

  test('confidence tells no worse than it did what is there from what is not', () => {
    expect(measureConfidence(judgeFirst(0, smallRoom)).present).toBeGreaterThan(1 - mostLost);
  });
});

describe('on the collections, skipped where they are absent', { timeout: 600_000 }, () => {
  test.skipIf(!isPresent('cranfield'))('hybrid search ranks no worse than it did on Cranfield', () => {
    expect(measure(readBeir('cranfield'), ndcgAt)).toBeGreaterThan(0.419 - mostLost);
  });

  test.skipIf(!isPresent('xquad'))('nor on German questions of XQuAD', () => {
    expect(measure(every(5, readSquad('de')), reciprocalRankAt)).toBeGreaterThan(0.955 - mostLost);
  });

  test.skipIf(!isPresent('tatqa'))('nor on questions of TAT-QA about tables', () => {
    expect(measure(every(4, readTatqa()), reciprocalRankAt)).toBeGreaterThan(0.706 - mostLost);
  });

  test.skipIf(!isPresent('cuad'))(
    'confidence tells no worse than it did which clauses of CUAD are there',
    () => {
      const judge = (step: number) =>
        measureConfidence(readCuad(step).flatMap((one, at) => judgeFirst(at, one)));
      expect(judge(8).present).toBeGreaterThan(0.891 - mostLost);
      // An eighth of the contracts is too few to tell the error by.
      const { present, error } = judge(1);
      expect(present).toBeGreaterThan(0.853 - mostLost);
      expect(error).toBeLessThan(0.05);
    },
  );
});
