import { parseTrees } from '#server/engines/search/confidence/boosted-trees.ts';
import {
  estimateConfidence,
  isTranslated,
  listTranslatedFeatures,
  sumConfidence,
} from '#server/engines/search/confidence/confidence.ts';
import { CONFIDENCE_BIAS, CONFIDENCE_TREES } from '#server/engines/search/confidence/confidence-model.ts';
import { readCrossSquad } from '../datasets/datasets.ts';
import { type Part, selectPart, selectQuestions } from '../datasets/split.ts';
import { sampleHalf } from '../datasets/subsets.ts';
import { areaUnderCurve, calibrationError } from '../evaluation/calibration.ts';
import { judgeAnswers } from '../evaluation/judge-answers.ts';
import { trainLogisticRegression } from '../evaluation/train-logistic-regression.ts';

/** German questions about English documents: every fourth about all of them, every third about half of them. */
const STEPS = [4, 3];
const TREES = { bias: CONFIDENCE_BIAS, trees: parseTrees(CONFIDENCE_TREES) };

const readSets = (part: Part) =>
  [
    selectPart(readCrossSquad('de', 'en'), part),
    selectQuestions(sampleHalf(readCrossSquad('de', 'en')), part),
  ].map(({ documents, questions }, set) => ({
    documents,
    questions: questions.filter((_, at) => at % (STEPS[set] ?? 1) === 0),
  }));

const samples = readSets('tuned')
  .flatMap(judgeAnswers)
  .flatMap(({ evidence, rightRanks }) => {
    if (evidence === undefined || !isTranslated(evidence)) return [];
    const features = listTranslatedFeatures(evidence, sumConfidence(TREES, evidence));
    return { features, weight: 1, isTrue: rightRanks[0] === 0 };
  });
const { means, deviations, coefficients, intercept } = trainLogisticRegression(
  samples.map((sample) => ({ ...sample, weight: 1 / samples.length })),
);
const slopes = coefficients.map((coefficient, at) => coefficient / (deviations[at] ?? 1));
console.log({
  intercept: slopes.reduce((sum, slope, at) => sum - slope * (means[at] ?? 0), intercept),
  coefficients: slopes,
});

for (const dataset of readSets('kept back')) {
  const answers = judgeAnswers(dataset);
  const scores = answers.map(({ evidence }) => (evidence === undefined ? 0 : estimateConfidence(evidence)));
  const isRight = answers.map(({ rightRanks }) => rightRanks[0] === 0);
  const isPresent = answers.map((answer) => answer.isPresent);
  console.log({
    questions: answers.length,
    ECE: calibrationError(scores, isRight).toFixed(3),
    right: areaUnderCurve(scores, isRight).toFixed(3),
    present: areaUnderCurve(scores, isPresent).toFixed(3),
    'absent below .1': answers.filter(({ isPresent }, at) => !isPresent && (scores[at] ?? 0) < 0.1).length,
    absent: answers.filter(({ isPresent }) => !isPresent).length,
  });
}
