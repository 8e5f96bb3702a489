/** A logistic model of standardised features. */
export interface Logistic {
  means: number[];
  deviations: number[];
  coefficients: number[];
  intercept: number;
}

export interface Sample {
  features: readonly number[];
  isTrue: boolean;
}

const rounds = 3000;
const rate = 0.5;
/** Keeps coefficients of features that say the same small. */
const shrinking = 0.001;

export function predict(model: Logistic, features: readonly number[]): number {
  const sum = features.reduce(
    (total, value, at) =>
      total +
      ((model.coefficients[at] ?? 0) * (value - (model.means[at] ?? 0))) / (model.deviations[at] ?? 1),
    model.intercept,
  );
  return 1 / (1 + Math.exp(-sum));
}

/** By plain gradient descent: the same figures in every run. */
export function train(samples: readonly Sample[]): Logistic {
  const size = samples[0]?.features.length ?? 0;
  const columns = Array.from({ length: size }, (_, at) => samples.map(({ features }) => features[at] ?? 0));
  const average = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const means = columns.map(average);
  const deviations = columns.map(
    (values, at) => Math.sqrt(average(values.map((value) => (value - (means[at] ?? 0)) ** 2))) || 1,
  );
  const model: Logistic = { means, deviations, coefficients: means.map(() => 0), intercept: 0 };
  const plain = { ...model, means: means.map(() => 0), deviations: means.map(() => 1) };
  const standard = samples.map(({ features, isTrue }) => ({
    features: features.map((value, at) => (value - (means[at] ?? 0)) / (deviations[at] ?? 1)),
    isTrue,
  }));
  for (let round = 0; round < rounds; round++) {
    const slopes = means.map(() => 0);
    let slope = 0;
    for (const { features, isTrue } of standard) {
      const error = predict(plain, features) - Number(isTrue);
      slope += error;
      for (let at = 0; at < size; at++) slopes[at] = (slopes[at] ?? 0) + error * (features[at] ?? 0);
    }
    plain.intercept -= (rate * slope) / standard.length;
    plain.coefficients = plain.coefficients.map(
      (value, at) => value - rate * ((slopes[at] ?? 0) / standard.length + shrinking * value),
    );
  }
  return { ...model, coefficients: plain.coefficients, intercept: plain.intercept };
}
