import { parseTrees, sumTrees } from './boosted-trees.ts';
import { CONFIDENCE_BIAS, CONFIDENCE_TREES } from './confidence-model.ts';

const MODEL = { bias: CONFIDENCE_BIAS, trees: parseTrees(CONFIDENCE_TREES) };

export const toProbability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/**
 * Estimates the probability that the first passage answers the query. Features are in the order of EVIDENCE_NAMES,
 * ANSWER_FEATURES and DOUBT_FEATURES.
 */
export const estimateConfidence = (features: readonly number[]): number =>
  toProbability(sumTrees(MODEL, features));
