import { parseTrees, sumTrees } from './boosted-trees.ts';
import { CONFIDENCE_BIAS, CONFIDENCE_TREES } from './confidence-model.ts';
import { ANSWER_FEATURES } from './measure-answer.ts';
import { DOUBT_FEATURES } from './measure-doubt.ts';
import { EVIDENCE_NAMES } from './measure-evidence.ts';

const MODEL = { bias: CONFIDENCE_BIAS, trees: parseTrees(CONFIDENCE_TREES) };

/** Position of the first of MEANING_FEATURES. */
export const FIRST_MEANING_FEATURE = EVIDENCE_NAMES.length + ANSWER_FEATURES.length + DOUBT_FEATURES.length;

/** Coefficients for translated questions, trained by `bench/search/train-translated-confidence.ts`. */
const TRANSLATED = { intercept: 0.405, coefficients: [0.603, 1.11, 4.86, -1.54, 8.57] };

export const toProbability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/**
 * Estimates the probability that the first passage answers the query. Features are in the order of EVIDENCE_NAMES,
 * ANSWER_FEATURES, DOUBT_FEATURES and MEANING_FEATURES. The trees expect the words of the question in its answer, of which a
 * translation finds fewer: there the similarity of meaning counts more.
 */
export function estimateConfidence(features: readonly number[]): number {
  const logOdds = sumTrees(MODEL, features);
  if (!isTranslated(features)) return toProbability(logOdds);
  const translated = listTranslatedFeatures(features, logOdds);
  return toProbability(
    translated.reduce(
      (sum, value, at) => sum + value * (TRANSLATED.coefficients[at] ?? 0),
      TRANSLATED.intercept,
    ),
  );
}

export function isTranslated(features: readonly number[]): boolean {
  return features[FIRST_MEANING_FEATURE + 2] === 1;
}

/** Lists what the regression reads: the result of the trees, similarity of sentence and passage, and the leads over the next passages. */
export function listTranslatedFeatures(features: readonly number[], logOdds: number): number[] {
  const [sentence = 0, passage = 0, , , , , , similarityLead = 0, shareLead = 0] =
    features.slice(FIRST_MEANING_FEATURE);
  return [logOdds, sentence, passage, similarityLead, shareLead];
}
