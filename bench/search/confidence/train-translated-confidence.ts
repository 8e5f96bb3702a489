import { parseTrees } from '#server/engines/search/confidence/boosted-trees.ts';
import {
  estimateConfidence,
  isFromEnglish,
  isTranslated,
  listTranslatedFeatures,
  sumConfidence,
  toProbability,
} from '#server/engines/search/confidence/confidence.ts';
import { CONFIDENCE_BIAS, CONFIDENCE_TREES } from '#server/engines/search/confidence/confidence-model.ts';
import { readCrossSquad } from '../datasets/datasets.ts';
import { type Part, selectPart, selectQuestions } from '../datasets/split.ts';
import { sampleHalf } from '../datasets/subsets.ts';
import { areaUnderCurve, calibrationError } from '../evaluation/calibration.ts';
import { judgeAnswers } from '../evaluation/judge-answers.ts';
import { trainLogisticRegression } from '../evaluation/train-logistic-regression.ts';

/** German questions about English documents and the reverse, each with a regression of its own. */
const DIRECTIONS = [
  { asked: 'de', written: 'en', isOfKind: isTranslated },
  { asked: 'en', written: 'de', isOfKind: isFromEnglish },
] as const;
/** Every fourth question about all of the documents, every third about half of them. */
const [STEP_OF_ALL, STEP_OF_HALF] = [4, 3];
const TREES = { bias: CONFIDENCE_BIAS, trees: parseTrees(CONFIDENCE_TREES) };

function readSets({ asked, written }: (typeof DIRECTIONS)[number], part: Part) {
  const all = readCrossSquad(asked, written);
  return [
    { name: `${asked} about ${written}`, step: STEP_OF_ALL, set: selectPart(all, part) },
    { name: `half of it missing`, step: STEP_OF_HALF, set: selectQuestions(sampleHalf(all), part) },
  ].map(({ name, step, set: { documents, questions } }) => ({
    name,
    answers: judgeAnswers({ documents, questions: questions.filter((_, at) => at % step === 0) }),
  }));
}

for (const direction of DIRECTIONS) {
  const { isOfKind } = direction;
  const samples = readSets(direction, 'tuned').flatMap(({ answers }) =>
    answers.flatMap(({ evidence, rightRanks }) => {
      if (evidence === undefined || !isOfKind(evidence)) return [];
      const features = listTranslatedFeatures(evidence, sumConfidence(TREES, evidence));
      return { features, weight: 1 / answers.length, isTrue: rightRanks[0] === 0 };
    }),
  );
  const { means, deviations, coefficients, intercept } = trainLogisticRegression(samples);
  const slopes = coefficients.map((coefficient, at) => coefficient / (deviations[at] ?? 1));
  console.log({
    intercept: slopes.reduce((sum, slope, at) => sum - slope * (means[at] ?? 0), intercept),
    coefficients: slopes,
  });
  console.table(readSets(direction, 'held out').map(report));
}

/** Describes how honest the confidence is with the trees alone and with the coefficients that are installed. */
function report({ name, answers }: ReturnType<typeof readSets>[number]) {
  const scores = answers.map(({ evidence }) => (evidence === undefined ? 0 : estimateConfidence(evidence)));
  const ofTrees = answers.map(({ evidence }) =>
    evidence === undefined ? 0 : toProbability(sumConfidence(TREES, evidence)),
  );
  const isRight = answers.map(({ rightRanks }) => rightRanks[0] === 0);
  const isPresent = answers.map((answer) => answer.isPresent);
  const absent = scores.filter((_, at) => isPresent[at] === false);
  return {
    name,
    questions: answers.length,
    'ECE of the trees': calibrationError(ofTrees, isRight).toFixed(3),
    ECE: calibrationError(scores, isRight).toFixed(3),
    right: areaUnderCurve(scores, isRight).toFixed(3),
    present: areaUnderCurve(scores, isPresent).toFixed(3),
    'absent below .1': `${absent.filter((score) => score < 0.1).length} of ${absent.length}`,
  };
}
