/** Logistic regression on the expanded features. */
export interface ConfidenceModel {
  intercept: number;
  coefficients: readonly number[];
}

/** Trained by `bench/search/train-confidence.ts`, which prints these figures. docs/search.md lists its errors. */
const CONFIDENCE_MODEL: ConfidenceModel = {
  intercept: -2.3932,
  coefficients: [
    -0.18184, -1.0835, 0.37682, 2.9618, -0.59473, -1.2742, -0.057214, -0.32296, -0.62433, 2.257, 0.050973,
    0.25619, -2.2293, 0.8557, 0.32028, -0.023089, 0.26943, -0.896, -0.85842, 1.1028, 1.6867, -2.641e-5,
    5.5883, -0.51954, 0.85596, -1.4923, 2.6088, 3.2651, 0.98078, 7.1571, 0.67092, -0.13297, -4.2133, 0.04819,
    0.86883, -0.22309, 0.48592, -1.2761, -0.28901, -0.12435, -0.076084, -1.7553, -0.48339, 0.79784, 1.8291,
    -1.4709, 2.7401, 1.0, -0.097638, 2.8846, 0.8557, -1.4321, -0.32561, -2.1809, 0.19324, -0.07127, 0.99072,
    -0.39983, -3.1383, 1.2705, -0.69973, 0.095714, -5.2515, 2.2965, -0.82493, 2.2547, 0.074091, 8.6366,
    0.52423, -1.4114, -0.2067, -7.5194, -1.835, 0.18283, -2.1927, 0.019779, 0.041825, 2.9652,
  ],
};

/**
 * Positions of the features whose products are features too, because the same share of a question says more in one kind of
 * collection than in another: shares, scores, sizes, and words that name documents.
 */
const MULTIPLIED = [0, 2, 6, 10, 11, 17, 19, 20, 21, 22];

/** Appends the products of pairs of features. Features are in the order of EVIDENCE_NAMES and ANSWER_FEATURES. */
export function expandFeatures(features: readonly number[]): number[] {
  const products = MULTIPLIED.flatMap((left, position) =>
    MULTIPLIED.slice(position).map((right) => (features[left] ?? 0) * (features[right] ?? 0)),
  );
  return [...features, ...products];
}

/** Predicts the probability that the first passage answers the query. */
export function predict({ intercept, coefficients }: ConfidenceModel, features: readonly number[]): number {
  const expanded = expandFeatures(features);
  const sum = expanded.reduce((total, value, index) => total + (coefficients[index] ?? 0) * value, intercept);
  return 1 / (1 + Math.exp(-sum));
}

export const estimateConfidence = (features: readonly number[]): number =>
  predict(CONFIDENCE_MODEL, features);
