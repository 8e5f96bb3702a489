import { type ConfidenceModel, expandFeatures, predict } from '#server/engines/search/ranking/confidence.ts';
import { ANSWER_FEATURES } from '#server/engines/search/ranking/measure-answer.ts';
import { EVIDENCE_NAMES } from '#server/engines/search/ranking/measure-evidence.ts';
import { ANSWER_SETS } from './answer-quality.ts';
import { type Dataset, readSquad } from './datasets/datasets.ts';
import { type Part, selectQuestions } from './datasets/split.ts';
import { sampleHalf, splitIntoSmallDatasets } from './datasets/subsets.ts';
import { readTatqa } from './datasets/tatqa.ts';
import { areaUnderCurve, calibrationError } from './evaluation/calibration.ts';
import { type JudgedAnswer, judgeAnswers } from './evaluation/judge-answers.ts';
import { mean } from './evaluation/ranking-metrics.ts';
import { type LogisticModel, trainLogisticRegression } from './evaluation/train-logistic-regression.ts';

/** A set that the confidence is trained on. */
interface TrainingSet {
  name: string;
  /** Weight of all its questions together. */
  weight: number;
  read(part: Part): Promise<Dataset[]> | Dataset[];
}

const set = (name: keyof typeof ANSWER_SETS, weight: number): TrainingSet => ({
  name,
  weight,
  read: (part) => ANSWER_SETS[name]?.read(part) ?? [],
});

/** Some documents of a collection with questions about others too, for which nothing is right. */
const subsets = (language: string, size: number): TrainingSet => ({
  name: `${size} paragraphs of xquad-${language}`,
  weight: 0.19,
  read: (part) =>
    splitIntoSmallDatasets(readSquad(language), size).map((dataset) => selectQuestions(dataset, part)),
});

const withoutHalf = (name: string, weight: number, readAll: () => Dataset): TrainingSet => ({
  name: `half of ${name}`,
  weight,
  read: (part) => [selectQuestions(sampleHalf(readAll()), part)],
});

const SETS: readonly TrainingSet[] = [
  set('legalbench-contractnli', 0.5),
  set('legalbench-privacy', 0.5),
  set('cuad-named', 0.5),
  set('cuad-alone', 1.5),
  set('contractnli-alone', 1),
  ...['xquad-en', 'xquad-de', 'xquad-zh', 'xquad-ar'].map((name) => set(name, 0.5)),
  set('tatqa', 0.7),
  set('scifact', 0.4),
  ...['en', 'de'].flatMap((language) => [1, 3, 8].map((size) => subsets(language, size))),
  ...['en', 'de'].map((language) => withoutHalf(`xquad-${language}`, 0.19, () => readSquad(language))),
  withoutHalf('tatqa', 0.4, readTatqa),
];

async function judge(part: Part): Promise<Map<TrainingSet, JudgedAnswer[]>> {
  const judged = new Map<TrainingSet, JudgedAnswer[]>();
  for (const each of SETS) judged.set(each, (await each.read(part)).flatMap(judgeAnswers));
  return judged;
}

const isRight = ({ rightRanks }: JudgedAnswer): boolean => rightRanks[0] === 0;

/** Part of a right answer that a wrong passage of a document with the answer counts as, so that the order says whether there is one. */
const PRESENT_SHARE = 0.35;

/** Trains on the order of right, present and absent answers, and calibrates the result to the right ones. */
function train(judged: ReadonlyMap<TrainingSet, JudgedAnswer[]>): ConfidenceModel {
  const samples = [...judged].flatMap(([{ weight }, answers]) =>
    answers.flatMap((answer) => {
      if (answer.evidence === undefined) return [];
      const share = isRight(answer) ? 1 : answer.isPresent ? PRESENT_SHARE : 0;
      const sample = { features: expandFeatures(answer.evidence), weight: weight / answers.length };
      return [{ ...sample, share, isTrue: isRight(answer) }];
    }),
  );
  const order = toConfidenceModel(
    trainLogisticRegression(
      samples.flatMap(({ features, weight, share }) => [
        { features, isTrue: true, weight: weight * share },
        { features, isTrue: false, weight: weight * (1 - share) },
      ]),
    ),
  );
  const calibration = toConfidenceModel(
    trainLogisticRegression(
      samples.map((sample) => ({ ...sample, features: [logOdds(order, sample.features)] })),
    ),
  );
  const [slope = 1] = calibration.coefficients;
  return {
    intercept: calibration.intercept + slope * order.intercept,
    coefficients: order.coefficients.map((coefficient) => slope * coefficient),
  };
}

/** Folds the standardization of the features into the coefficients. */
function toConfidenceModel({ means, deviations, coefficients, intercept }: LogisticModel): ConfidenceModel {
  const scaled = coefficients.map((coefficient, feature) => coefficient / (deviations[feature] ?? 1));
  return {
    intercept: scaled.reduce(
      (sum, coefficient, feature) => sum - coefficient * (means[feature] ?? 0),
      intercept,
    ),
    coefficients: scaled,
  };
}

const logOdds = ({ intercept, coefficients }: ConfidenceModel, expanded: readonly number[]): number =>
  expanded.reduce((sum, value, feature) => sum + (coefficients[feature] ?? 0) * value, intercept);

const model = train(await judge('tuned'));

console.table(
  [...(await judge('kept back'))].map(([{ name }, answers]) => {
    const scores = answers.map(({ evidence }) => (evidence === undefined ? 0 : predict(model, evidence)));
    const shareOf = (isCounted: (answer: JudgedAnswer) => boolean, isMet: (score: number) => boolean) =>
      mean(
        answers.flatMap((answer, at) => (isCounted(answer) ? [Number(isMet(scores[at] ?? 0))] : [])),
      ).toFixed(2);
    return {
      'kept back': name,
      questions: answers.length,
      right: mean(answers.map((answer) => Number(isRight(answer)))).toFixed(2),
      'mean confidence': mean(scores).toFixed(2),
      ECE: calibrationError(scores, answers.map(isRight)).toFixed(3),
      'AUROC right': areaUnderCurve(scores, answers.map(isRight)).toFixed(3),
      'right above .8': shareOf(isRight, (score) => score > 0.8),
      'right above .5': shareOf(isRight, (score) => score > 0.5),
      'right below .1': shareOf(isRight, (score) => score < 0.1),
      'absent below .1': shareOf(
        ({ isPresent }) => !isPresent,
        (score) => score < 0.1,
      ),
    };
  }),
);
console.log([...EVIDENCE_NAMES, ...ANSWER_FEATURES]);
console.log(
  JSON.stringify(model, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value), 2),
);
