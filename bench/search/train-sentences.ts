import { SENTENCE_FEATURES } from '#server/engines/search/ranking/best-sentence.ts';
import { ANSWER_SETS } from './answer-quality.ts';
import type { Dataset } from './datasets/datasets.ts';
import { listRightPassages } from './evaluation/right-passages.ts';
import { type TrainingSample, trainLogisticRegression } from './evaluation/train-logistic-regression.ts';

/** Sets with the exact place of the answer, of which sentences are learnt; each counts the same. */
const SETS = ['xquad-en', 'xquad-de', 'contractnli-alone', 'cuad-alone'];

/** Measures every sentence of the right passages, relative to the mean of its passage. */
const listSamples = (dataset: Dataset): Omit<TrainingSample, 'weight'>[] =>
  listRightPassages(dataset).flatMap(({ sentences }) => {
    const means = SENTENCE_FEATURES.map(
      (_, feature) =>
        sentences.reduce((sum, { features }) => sum + (features[feature] ?? 0), 0) / sentences.length,
    );
    return sentences.map(({ features, isRight }) => ({
      features: features.map((value, feature) => value - (means[feature] ?? 0)),
      isTrue: isRight,
    }));
  });

const samples: TrainingSample[] = [];
for (const name of SETS) {
  const datasets = (await ANSWER_SETS[name]?.read('tuned')) ?? [];
  const own = datasets.flatMap(listSamples);
  samples.push(...own.map((sample) => ({ ...sample, weight: 1000 / own.length })));
  console.log(name, own.length);
}
const { coefficients, deviations } = trainLogisticRegression(samples);
console.table(
  SENTENCE_FEATURES.map((feature, at) => ({
    feature,
    coefficient: Number(((coefficients[at] ?? 0) / (deviations[at] ?? 1)).toPrecision(3)),
  })),
);
