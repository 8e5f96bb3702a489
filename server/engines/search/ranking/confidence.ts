/** Logistic regression on standardized features. */
export interface LogisticModel {
  means: readonly number[];
  deviations: readonly number[];
  coefficients: readonly number[];
  intercept: number;
}

/** Predicts whether an answer exists, and whether the first passage then contains it; calibrates their product. */
export interface ConfidenceModel {
  answerPresent: LogisticModel;
  topPassageAnswers: LogisticModel;
  calibration: LogisticModel;
}

/** Trained by `bench/search/train-confidence.ts`, which prints these figures. docs/search.md lists its errors. */
const CONFIDENCE_MODEL: ConfidenceModel = {
  answerPresent: {
    means: [0.262, 0.06825, 2.158, 0.1581, 1.136, 0.3408, 0.7613, 0.6031, 0.3013],
    deviations: [0.1293, 0.1595, 0.4865, 0.1046, 0.556, 0.2557, 0.2046, 0.4893, 0.09615],
    coefficients: [0.5517, -0.4895, 0.00534, 1.324, 0.3206, 1.727, 0.2657, -0.2772, -1.378],
    intercept: -0.5598,
  },
  topPassageAnswers: {
    means: [0.08435],
    deviations: [0.3023],
    coefficients: [0.6833],
    intercept: -0.04619,
  },
  calibration: {
    means: [-1.976],
    deviations: [1.288],
    coefficients: [1.432],
    intercept: -2.043,
  },
};

function predict(
  { means, deviations, coefficients, intercept }: LogisticModel,
  features: readonly number[],
): number {
  const sum = features.reduce(
    (total, value, index) =>
      total + ((coefficients[index] ?? 0) * (value - (means[index] ?? 0))) / (deviations[index] ?? 1),
    intercept,
  );
  return 1 / (1 + Math.exp(-sum));
}

/** Selects the evidence that predicts whether an answer exists. */
export const presenceFeatures = (evidence: readonly number[]): number[] => evidence.slice(0, -1);
/** Selects the evidence that predicts whether the first passage contains the answer. */
export const topPassageFeatures = (evidence: readonly number[]): number[] => evidence.slice(-1);

/** Multiplies the predictions of the two models and returns the logarithm of the odds. */
export function combinedLogOdds(
  { answerPresent, topPassageAnswers }: Omit<ConfidenceModel, 'calibration'>,
  evidence: readonly number[],
): number {
  const product =
    predict(answerPresent, presenceFeatures(evidence)) *
    predict(topPassageAnswers, topPassageFeatures(evidence));
  return Math.log(product / (1 - product));
}

export function predictConfidence(model: ConfidenceModel, evidence: readonly number[]): number {
  return predict(model.calibration, [combinedLogOdds(model, evidence)]);
}

/** Estimates the probability that the first passage answers the query, from its evidence (EVIDENCE_NAMES). */
export function estimateConfidence(evidence: readonly number[]): number {
  return predictConfidence(CONFIDENCE_MODEL, evidence);
}
