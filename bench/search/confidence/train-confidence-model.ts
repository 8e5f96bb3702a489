import {
  type BoostedTrees,
  sumTrees,
  type TreeNode,
} from '#server/engines/search/confidence/boosted-trees.ts';
import { type TrainingSample, trainLogisticRegression } from '../evaluation/train-logistic-regression.ts';
import { type Directions, trainBoostedTrees } from './train-boosted-trees.ts';

/** Features, by position, that may only raise the confidence and only lower it. Others may do both. */
const RAISING = new Set([
  0, 1, 5, 6, 10, 11, 12, 13, 14, 15, 16, 19, 20, 23, 24, 25, 29, 35, 36, 38, 39, 40, 41, 42, 43, 44, 45,
]);
const LOWERING = new Set([17, 18, 26, 27, 28]);

/** A judged question. */
interface ConfidenceSample {
  features: readonly number[];
  weight: number;
  isRight: boolean;
  /** True when the documents contain an answer, whether it was found or not. */
  isPresent: boolean;
}

/**
 * Part of a right answer that a wrong passage of a document with the answer counts as, so that the order says whether there is
 * one.
 */
const PRESENT_SHARE = 0.35;

/**
 * Trains on the order of right, present and absent answers, and calibrates the result to right ones by samples that the trees
 * have not seen.
 */
export function trainConfidenceModel(samples: readonly ConfidenceSample[]): BoostedTrees {
  const model = trainOrder(samples);
  const halves = [0, 1].map((half) => samples.filter((_, at) => at % 2 === half));
  const unseen = halves.flatMap((half, at) => {
    const other = trainOrder(halves[1 - at] ?? []);
    return half.map(({ features, weight, isRight }) => {
      return { features: [sumTrees(other, features)], weight, isTrue: isRight };
    });
  });
  const { means, deviations, coefficients, intercept } = trainLogisticRegression(unseen);
  const slope = (coefficients[0] ?? 1) / (deviations[0] ?? 1);
  return {
    bias: intercept + slope * (model.bias - (means[0] ?? 0)),
    trees: model.trees.map((tree) => scale(tree, slope)),
  };
}

function trainOrder(samples: readonly ConfidenceSample[]): BoostedTrees {
  const size = samples[0]?.features.length ?? 0;
  const directions: Directions = Array.from({ length: size }, (_, feature) =>
    RAISING.has(feature) ? 1 : LOWERING.has(feature) ? -1 : 0,
  );
  const parts = samples.flatMap(({ features, weight, isRight, isPresent }): TrainingSample[] => {
    const share = isRight ? 1 : isPresent ? PRESENT_SHARE : 0;
    return [
      { features, isTrue: true, weight: weight * share },
      { features, isTrue: false, weight: weight * (1 - share) },
    ];
  });
  return trainBoostedTrees(
    parts.filter(({ weight }) => weight > 0),
    directions,
  );
}

const scale = (tree: TreeNode, slope: number): TreeNode =>
  typeof tree === 'number'
    ? Number((tree * slope).toPrecision(4))
    : [tree[0], tree[1], scale(tree[2], slope), scale(tree[3], slope)];
