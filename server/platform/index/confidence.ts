/**
 * How likely the first passage answers the question: a logistic model of the evidence (`evidenceNames` in
 * evidence.ts), trained by `bench/train-confidence.ts`, which prints these figures. Its errors are in docs/search.md.
 */
const means = [0.3088, 0.3049, 1.696, 0.1574, 6.469, 0.7841, 0.4009, 1.988, 3.647, 0.7111, 0.5611];
const deviations = [0.2687, 0.2661, 1.098, 0.2524, 2.671, 0.8506, 0.2013, 0.5548, 1.045, 0.233, 0.4962];
const coefficients = [
  0.167, 0.2224, 0.513, -0.02852, 0.1665, 0.8925, 0.5216, 0.5357, -0.8511, 0.8955, 0.2282,
];
const intercept = -1.798;

export function confidenceOf(evidence: readonly number[]): number {
  const sum = evidence.reduce(
    (total, value, at) =>
      total + ((coefficients[at] ?? 0) * (value - (means[at] ?? 0))) / (deviations[at] ?? 1),
    intercept,
  );
  return 1 / (1 + Math.exp(-sum));
}
