import { parseTrees, sumTrees } from './boosted-trees.ts';
import { CONFIDENCE_BIAS, CONFIDENCE_TREES } from './confidence-model.ts';
import { ANSWER_FEATURES } from './measure-answer.ts';
import { DOUBT_FEATURES } from './measure-doubt.ts';
import { EVIDENCE_NAMES } from './measure-evidence.ts';

const MODEL = { bias: CONFIDENCE_BIAS, trees: parseTrees(CONFIDENCE_TREES) };

/** Features that the trees read; MEANING_FEATURES follow. */
export const TREE_FEATURES = EVIDENCE_NAMES.length + ANSWER_FEATURES.length + DOUBT_FEATURES.length;

/** Coefficients for translated questions, trained by `bench/search/train-translated-confidence.ts`. */
const TRANSLATED = { intercept: 0.334, trees: 0.858, sentence: 3.5, passage: 3.33 };

export const toProbability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/**
 * Estimates the probability that the first passage answers the query. Features are in the order of EVIDENCE_NAMES,
 * ANSWER_FEATURES, DOUBT_FEATURES and MEANING_FEATURES. The trees expect the words of the question in its answer, of which a
 * translation finds fewer: there the similarity of meaning counts too.
 */
export function estimateConfidence(features: readonly number[]): number {
  const logOdds = sumTrees(MODEL, features);
  const [sentence = 0, passage = 0, isTranslated = 0] = features.slice(TREE_FEATURES);
  if (isTranslated === 0) return toProbability(logOdds);
  return toProbability(
    TRANSLATED.intercept +
      TRANSLATED.trees * logOdds +
      TRANSLATED.sentence * sentence +
      TRANSLATED.passage * passage,
  );
}
