import {
  type BoostedTrees,
  sumTrees,
  type TreeNode,
} from '#server/engines/search/confidence/boosted-trees.ts';
import type { TrainingSample } from '../evaluation/train-logistic-regression.ts';

/** For each feature: 1 if a larger value may only raise the prediction, -1 if it may only lower it, 0 if it may do both. */
export type Directions = readonly (1 | 0 | -1)[];

const ROUNDS = 120;
const DEPTH = 3;
const LEARNING_RATE = 0.08;
const MAX_BINS = 32;
/** Keeps leaves of few samples near 0. Weights have a mean of 1. */
const L2_PENALTY = 5;
const MIN_LEAF_SAMPLES = 40;
const MIN_GAIN = 1e-6;

/** The samples, each feature as the number of its bin. */
interface Binned {
  /** Upper bounds of the bins of each feature but the last. */
  thresholds: readonly (readonly number[])[];
  bins: readonly Uint8Array[];
  gradients: Float64Array;
  hessians: Float64Array;
  directions: Directions;
}

interface Split {
  feature: number;
  bin: number;
  gain: number;
}

/** Limits of what a leaf may predict, by the splits above it whose feature has a direction. */
interface Limits {
  low: number;
  high: number;
}

/** Trains trees one after the other, each on what those before leave unexplained: the same figures in every run. */
export function trainBoostedTrees(samples: readonly TrainingSample[], directions: Directions): BoostedTrees {
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  const weights = samples.map(({ weight }) => (weight * samples.length) / total);
  const positive = samples.reduce((sum, { isTrue }, at) => sum + (isTrue ? (weights[at] ?? 0) : 0), 0);
  const bias = Math.log(positive / (samples.length - positive));
  const binned = toBins(samples, directions);
  const sums = new Float64Array(samples.length).fill(bias);
  const all = Uint32Array.from(samples.keys());
  const trees: TreeNode[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, { isTrue }] of samples.entries()) {
      const probability = 1 / (1 + Math.exp(-(sums[at] ?? 0)));
      const weight = weights[at] ?? 0;
      binned.gradients[at] = weight * (probability - Number(isTrue));
      binned.hessians[at] = weight * probability * (1 - probability);
    }
    const limits = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    const tree = grow(binned, all, DEPTH, limits);
    for (const [at, { features }] of samples.entries())
      sums[at] = (sums[at] ?? 0) + sumTrees({ bias: 0, trees: [tree] }, features);
    trees.push(tree);
  }
  return { bias, trees };
}

function toBins(samples: readonly TrainingSample[], directions: Directions): Binned {
  const size = samples[0]?.features.length ?? 0;
  const thresholds = Array.from({ length: size }, (_, feature) => {
    const values = samples.map(({ features }) => features[feature] ?? 0).sort((one, other) => one - other);
    const cuts = Array.from(
      { length: MAX_BINS - 1 },
      (_, cut) => values[Math.floor(((cut + 1) * values.length) / MAX_BINS)] ?? 0,
    ).map((value) => Number(value.toPrecision(4)));
    return [...new Set(cuts)];
  });
  const bins = thresholds.map((cuts, feature) =>
    Uint8Array.from(samples, ({ features }) => {
      const found = cuts.findIndex((cut) => (features[feature] ?? 0) <= cut);
      return found < 0 ? cuts.length : found;
    }),
  );
  const gradients = new Float64Array(samples.length);
  return { thresholds, bins, gradients, hessians: new Float64Array(samples.length), directions };
}

function grow(binned: Binned, members: Uint32Array, depth: number, limits: Limits): TreeNode {
  const [gradient, hessian] = sumOf(binned, members);
  const value = leafValue(gradient, hessian, limits);
  const split = depth === 0 ? undefined : findSplit(binned, members, limits);
  if (split === undefined) return Number((LEARNING_RATE * value).toPrecision(4));
  const bins = binned.bins[split.feature] ?? new Uint8Array();
  const left = members.filter((at) => (bins[at] ?? 0) <= split.bin);
  const right = members.filter((at) => (bins[at] ?? 0) > split.bin);
  const middle = (leafValue(...sumOf(binned, left), limits) + leafValue(...sumOf(binned, right), limits)) / 2;
  const direction = binned.directions[split.feature] ?? 0;
  const below = { ...limits, high: middle };
  const above = { ...limits, low: middle };
  return [
    split.feature,
    binned.thresholds[split.feature]?.[split.bin] ?? 0,
    grow(binned, left, depth - 1, direction === 0 ? limits : direction > 0 ? below : above),
    grow(binned, right, depth - 1, direction === 0 ? limits : direction > 0 ? above : below),
  ];
}

function sumOf({ gradients, hessians }: Binned, members: Uint32Array): [gradient: number, hessian: number] {
  let [gradient, hessian] = [0, 0];
  for (const at of members) {
    gradient += gradients[at] ?? 0;
    hessian += hessians[at] ?? 0;
  }
  return [gradient, hessian];
}

const leafValue = (gradient: number, hessian: number, { low, high }: Limits): number =>
  Math.min(high, Math.max(low, -gradient / (hessian + L2_PENALTY)));

/** Returns what a leaf with this value lowers the loss by. */
const gainOf = (gradient: number, hessian: number, value: number): number =>
  -(gradient * value + ((hessian + L2_PENALTY) * value ** 2) / 2);

function findSplit(binned: Binned, members: Uint32Array, limits: Limits): Split | undefined {
  const [gradient, hessian] = sumOf(binned, members);
  const whole = gainOf(gradient, hessian, leafValue(gradient, hessian, limits));
  let best: Split | undefined;
  for (const [feature, bins] of binned.bins.entries()) {
    const count = (binned.thresholds[feature]?.length ?? 0) + 1;
    const gradients = new Float64Array(count);
    const hessians = new Float64Array(count);
    const counts = new Uint32Array(count);
    for (const at of members) {
      const bin = bins[at] ?? 0;
      gradients[bin] = (gradients[bin] ?? 0) + (binned.gradients[at] ?? 0);
      hessians[bin] = (hessians[bin] ?? 0) + (binned.hessians[at] ?? 0);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    let [leftGradient, leftHessian, leftCount] = [0, 0, 0];
    for (let bin = 0; bin < count - 1; bin++) {
      leftGradient += gradients[bin] ?? 0;
      leftHessian += hessians[bin] ?? 0;
      leftCount += counts[bin] ?? 0;
      if (leftCount < MIN_LEAF_SAMPLES || members.length - leftCount < MIN_LEAF_SAMPLES) continue;
      const left = leafValue(leftGradient, leftHessian, limits);
      const [rightGradient, rightHessian] = [gradient - leftGradient, hessian - leftHessian];
      const right = leafValue(rightGradient, rightHessian, limits);
      if ((right - left) * (binned.directions[feature] ?? 0) < 0) continue;
      const gain =
        gainOf(leftGradient, leftHessian, left) + gainOf(rightGradient, rightHessian, right) - whole;
      if (gain > MIN_GAIN && gain > (best?.gain ?? 0)) best = { feature, bin, gain };
    }
  }
  return best;
}
