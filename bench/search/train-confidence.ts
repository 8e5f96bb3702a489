import {
  type ConfidenceModel,
  combinedLogOdds,
  predictConfidence,
  presenceFeatures,
  topPassageFeatures,
} from '#server/engines/search/ranking/confidence.ts';
import { EVIDENCE_NAMES } from '#server/engines/search/ranking/measure-evidence.ts';
import { readCuad } from './datasets/cuad.ts';
import { readSquad } from './datasets/datasets.ts';
import { sampleHalf } from './datasets/half-dataset.ts';
import { splitIntoSmallDatasets } from './datasets/small-subsets.ts';
import { areaUnderCurve, calibrationError } from './evaluation/calibration.ts';
import { type JudgedQuestion, judgeTopResult } from './evaluation/judge-top-result.ts';
import { mean } from './evaluation/ranking-metrics.ts';
import { trainLogisticRegression } from './evaluation/train-logistic-regression.ts';

interface WeightedQuestion extends JudgedQuestion {
  set: string;
  weight: number;
}

const FOLD_COUNT = 5;
/** What paragraphs count beside contracts, which the calibration is measured on and which are harder. */
const PARAGRAPH_WEIGHT = 0.25;

const paragraphs = readSquad('en');
const halfOfParagraphs = sampleHalf(paragraphs);
const SUBSET_SIZES = [1, 3, 8];
const samples: WeightedQuestion[] = [
  ...readCuad().flatMap((contract, group) =>
    judgeTopResult(group, contract).map((each) => ({ ...each, set: 'cuad', weight: 1 })),
  ),
  ...judgeTopResult(0, {
    ...halfOfParagraphs,
    questions: halfOfParagraphs.questions.filter((_, at) => at % 3 === 0),
  }).map((each, at) => ({
    ...each,
    set: 'half of xquad-en',
    group: at,
    weight: PARAGRAPH_WEIGHT,
  })),
  ...SUBSET_SIZES.flatMap((size) =>
    splitIntoSmallDatasets(paragraphs, size).flatMap((room, group) =>
      judgeTopResult(group, room).map((each) => ({
        ...each,
        set: `rooms of ${size}`,
        weight: PARAGRAPH_WEIGHT,
      })),
    ),
  ),
];

const isFound = (each: WeightedQuestion): each is WeightedQuestion & { features: readonly number[] } =>
  each.features !== undefined;

function trainOn(some: readonly WeightedQuestion[]): ConfidenceModel {
  const found = some.filter(isFound);
  const there = trainLogisticRegression(
    found.map(({ features, isPresent, weight }) => ({
      features: presenceFeatures(features),
      isTrue: isPresent,
      weight,
    })),
  );
  const shown = trainLogisticRegression(
    found
      .filter(({ isPresent }) => isPresent)
      .map(({ features, isTrue, weight }) => ({ features: topPassageFeatures(features), isTrue, weight })),
  );
  const sharpened = trainLogisticRegression(
    found.map(({ features, isTrue, weight }) => ({
      features: [combinedLogOdds({ answerPresent: there, topPassageAnswers: shown }, features)],
      isTrue,
      weight,
    })),
  );
  return { answerPresent: there, topPassageAnswers: shown, calibration: sharpened };
}

const predict = (model: ConfidenceModel, { features }: WeightedQuestion) =>
  features === undefined ? 0 : predictConfidence(model, features);

/** Each is judged by a model that has not seen its part. */
function crossValidated(partOf: (each: WeightedQuestion) => number): number[] {
  const models = Array.from({ length: FOLD_COUNT }, (_, part) =>
    trainOn(samples.filter((each) => partOf(each) !== part)),
  );
  return samples.map((each) => {
    const model = models[partOf(each)];
    return model === undefined ? 0 : predict(model, each);
  });
}

/** CUAD asks the same of every contract: a model may know the questions even if it does not know the contract. */
const distinctQuestions = [...new Set(samples.map(({ text }) => text))];
const foldings = {
  contract: ({ group }: WeightedQuestion) => group % FOLD_COUNT,
  question: ({ text }: WeightedQuestion) => distinctQuestions.indexOf(text) % FOLD_COUNT,
};
const sets = [...new Set(samples.map(({ set }) => set))];
const rows = Object.entries(foldings).flatMap(([keptBack, partOf]) => {
  const scores = crossValidated(partOf);
  return sets.map((set) => {
    const own = [...samples.keys()].filter((at) => samples[at]?.set === set);
    const scoresOf = own.map((at) => scores[at] ?? 0);
    const isTrue = own.map((at) => samples[at]?.isTrue ?? false);
    const isPresent = own.map((at) => samples[at]?.isPresent ?? false);
    return {
      set,
      'kept back by': keptBack,
      questions: own.length,
      right: mean(isTrue.map(Number)).toFixed(3),
      'AUROC, right': areaUnderCurve(scoresOf, isTrue).toFixed(3),
      'AUROC, present': areaUnderCurve(scoresOf, isPresent).toFixed(3),
      'calibration error': calibrationError(scoresOf, isTrue).toFixed(3),
    };
  });
});
console.table(rows);
const model = trainOn(samples);
console.log(EVIDENCE_NAMES);
console.log(
  JSON.stringify(model, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value), 2),
);
const all = samples.map((each) => predict(model, each));
console.table(
  [0.03, 0.05, 0.08, 0.1, 0.15].flatMap((least) =>
    sets.map((set) => {
      const shareBelow = (isWanted: (each: WeightedQuestion) => boolean) => {
        const wanted = samples.flatMap((each, at) => (each.set === set && isWanted(each) ? [at] : []));
        return mean(wanted.map((at) => Number((all[at] ?? 0) < least))).toFixed(2);
      };
      return {
        'below is no answer': least,
        set,
        'absent below': shareBelow(({ isPresent }) => !isPresent),
        'right below': shareBelow(({ isTrue }) => isTrue),
      };
    }),
  ),
);
