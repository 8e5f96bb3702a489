/** Logistic regression on standardized features. */
interface LogisticModel {
  means: readonly number[];
  deviations: readonly number[];
  coefficients: readonly number[];
  intercept: number;
}

export interface TrainingSample {
  features: readonly number[];
  isTrue: boolean;
  /** Weight beside the other samples. */
  weight: number;
}

const ITERATIONS = 3000;
const LEARNING_RATE = 0.5;
/** Keeps coefficients of features that say the same small. */
const L2_PENALTY = 0.001;

/** Trains by plain gradient descent: the same figures in every run. */
export function trainLogisticRegression(samples: readonly TrainingSample[]): LogisticModel {
  const size = samples[0]?.features.length ?? 0;
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  const columns = Array.from({ length: size }, (_, at) => samples.map(({ features }) => features[at] ?? 0));
  const average = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const means = columns.map(average);
  const deviations = columns.map(
    (values, at) => Math.sqrt(average(values.map((value) => (value - (means[at] ?? 0)) ** 2))) || 1,
  );
  const standard = samples.map(({ features, ...rest }) => ({
    ...rest,
    features: features.map((value, at) => (value - (means[at] ?? 0)) / (deviations[at] ?? 1)),
  }));
  let intercept = 0;
  const coefficients = means.map(() => 0);
  for (let round = 0; round < ITERATIONS; round++) {
    const slopes = means.map(() => 0);
    let slope = 0;
    for (const { features, isTrue, weight } of standard) {
      let sum = intercept;
      for (let at = 0; at < size; at++) sum += (coefficients[at] ?? 0) * (features[at] ?? 0);
      const error = weight * (1 / (1 + Math.exp(-sum)) - Number(isTrue));
      slope += error;
      for (let at = 0; at < size; at++) slopes[at] = (slopes[at] ?? 0) + error * (features[at] ?? 0);
    }
    intercept -= (LEARNING_RATE * slope) / total;
    for (let at = 0; at < size; at++) {
      const value = coefficients[at] ?? 0;
      coefficients[at] = value - LEARNING_RATE * ((slopes[at] ?? 0) / total + L2_PENALTY * value);
    }
  }
  return { means, deviations, coefficients, intercept };
}
