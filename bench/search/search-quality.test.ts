import { describe, expect, test } from 'vitest';
import { hasEvaluationData } from '#server/testing/evaluation-data/evaluation-files.ts';
import { readCuad } from './datasets/cuad.ts';
import { type Dataset, readBeir, readSquad } from './datasets/datasets.ts';
import { smallDataset } from './datasets/small-dataset.ts';
import { readTatqa } from './datasets/tatqa.ts';
import { indexDataset } from './evaluation/index-dataset.ts';
import { judgeTopResult } from './evaluation/judge-top-result.ts';
import { measureConfidence } from './evaluation/measure-confidence.ts';
import { mean, ndcgAt, reciprocalRankAt } from './evaluation/ranking-metrics.ts';

const DEPTH = 10;
/** A change that costs more than this is a step back, whatever it was made for. */
const MAX_LOSS = 0.01;

type Figure = typeof ndcgAt;

/** Over the questions that something in the collection answers. */
function measure(collection: Dataset, figure: Figure): number {
  const answer = indexDataset(collection, 'hybrid');
  const answered = collection.questions.filter(({ judgments }) => judgments.size > 0);
  return mean(
    answered.map(({ text, judgments }) => {
      const found = answer(text).matches.take(3 * DEPTH);
      const ranked = [...new Set(found.map(({ document }) => document))];
      return figure(DEPTH, ranked, judgments);
    }),
  );
}

const sampleQuestions = (step: number, { documents, questions }: Dataset): Dataset => ({
  documents,
  questions: questions.filter((_, at) => at % step === 0),
});

describe('in a room of our own, wherever the tests run', () => {
  test('hybrid search ranks no worse than it did', () => {
    expect(measure(smallDataset, reciprocalRankAt)).toBeGreaterThan(1 - MAX_LOSS);
  });

  test('confidence tells no worse than it did what is there from what is not', () => {
    expect(measureConfidence(judgeTopResult(0, smallDataset)).present).toBeGreaterThan(1 - MAX_LOSS);
  });
});

describe('on the collections, skipped where they are absent', { tags: ['full'], timeout: 600_000 }, () => {
  test.skipIf(!hasEvaluationData('cranfield'))(
    'hybrid search ranks no worse than it did on Cranfield',
    () => {
      expect(measure(readBeir('cranfield'), ndcgAt)).toBeGreaterThan(0.419 - MAX_LOSS);
    },
  );

  test.skipIf(!hasEvaluationData('xquad'))('nor on German questions of XQuAD', () => {
    expect(measure(sampleQuestions(5, readSquad('de')), reciprocalRankAt)).toBeGreaterThan(0.955 - MAX_LOSS);
  });

  test.skipIf(!hasEvaluationData('tatqa'))('nor on questions of TAT-QA about tables', () => {
    expect(measure(sampleQuestions(4, readTatqa()), reciprocalRankAt)).toBeGreaterThan(0.706 - MAX_LOSS);
  });

  test.skipIf(!hasEvaluationData('cuad'))(
    'confidence tells no worse than it did which clauses of CUAD are there',
    () => {
      const judge = (step: number) =>
        measureConfidence(readCuad(step).flatMap((one, at) => judgeTopResult(at, one)));
      expect(judge(8).present).toBeGreaterThan(0.891 - MAX_LOSS);
      // An eighth of the contracts is too few to tell the error by.
      const { present, error } = judge(1);
      expect(present).toBeGreaterThan(0.853 - MAX_LOSS);
      expect(error).toBeLessThan(0.05);
    },
  );
});
