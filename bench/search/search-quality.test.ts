import { describe, expect, test } from 'vitest';
import { hasEvaluationData } from '#server/testing/evaluation-data/evaluation-files.ts';
import { readCuad } from './datasets/cuad.ts';
import { type Dataset, readBeir, readSquad } from './datasets/datasets.ts';
import { smallDataset } from './datasets/small-dataset.ts';
import { selectDatasets } from './datasets/split.ts';
import { readTatqa } from './datasets/tatqa.ts';
import { indexDataset } from './evaluation/index-dataset.ts';
import { judgeAnswers } from './evaluation/judge-answers.ts';
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
      const found = answer(text).take(3 * DEPTH);
      const ranked = [...new Set(found.map(({ document }) => document))];
      return figure(DEPTH, ranked, judgments);
    }),
  );
}

const sampleQuestions = (step: number, { documents, questions }: Dataset): Dataset => ({
  documents,
  questions: questions.filter((_, at) => at % step === 0),
});

describe('on the dataset of this repository', () => {
  test('hybrid search ranks at least as well as before', () => {
    expect(measure(smallDataset, reciprocalRankAt)).toBeGreaterThan(1 - MAX_LOSS);
  });

  test('confidence separates answerable from unanswerable questions at least as well as before', () => {
    expect(measureConfidence(judgeAnswers(smallDataset)).present).toBeGreaterThan(1 - MAX_LOSS);
  });
});

describe('on evaluation data, skipped where it is absent', { tags: ['full'], timeout: 600_000 }, () => {
  test.skipIf(!hasEvaluationData('cranfield'))(
    'hybrid search ranks at least as well as before on Cranfield',
    () => {
      expect(measure(readBeir('cranfield'), ndcgAt)).toBeGreaterThan(0.419 - MAX_LOSS);
    },
  );

  test.skipIf(!hasEvaluationData('xquad'))(
    'hybrid search ranks at least as well as before on German questions of XQuAD',
    () => {
      expect(measure(sampleQuestions(5, readSquad('de')), reciprocalRankAt)).toBeGreaterThan(
        0.955 - MAX_LOSS,
      );
    },
  );

  test.skipIf(!hasEvaluationData('tatqa'))(
    'hybrid search ranks at least as well as before on questions of TAT-QA about tables',
    () => {
      expect(measure(sampleQuestions(4, readTatqa()), reciprocalRankAt)).toBeGreaterThan(0.706 - MAX_LOSS);
    },
  );

  test.skipIf(!hasEvaluationData('cuad'))(
    'confidence on CUAD is calibrated, and separates right answers and present clauses as well as before',
    () => {
      const { present, right, error } = measureConfidence(
        selectDatasets(readCuad(), 'held out').flatMap(judgeAnswers),
      );
      expect(present).toBeGreaterThan(0.876 - MAX_LOSS);
      expect(right).toBeGreaterThan(0.9 - MAX_LOSS);
      expect(error).toBeLessThan(0.05);
    },
  );
});
