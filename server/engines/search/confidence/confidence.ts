import { MEANING_FEATURES } from '../meaning/measure-meaning.ts';
import { type BoostedTrees, parseTrees, sumTrees } from './boosted-trees.ts';
import { CONFIDENCE_BIAS, CONFIDENCE_TREES } from './confidence-model.ts';
import { ANSWER_FEATURES } from './measure-answer.ts';
import { COMPETITION_FEATURES } from './measure-competition.ts';
import { DOUBT_FEATURES } from './measure-doubt.ts';
import { EVIDENCE_NAMES } from './measure-evidence.ts';
import { FIGURE_FEATURES } from './measure-figure.ts';
import { NAME_FEATURES } from './measure-names.ts';
import { TRANSLATION_FEATURES } from './measure-translation.ts';

const MODEL = { bias: CONFIDENCE_BIAS, trees: parseTrees(CONFIDENCE_TREES) };

/** Position of the first of MEANING_FEATURES. */
export const FIRST_MEANING_FEATURE = EVIDENCE_NAMES.length + ANSWER_FEATURES.length + DOUBT_FEATURES.length;

/** Position of the first of NAME_FEATURES. */
const FIRST_NAME_FEATURE = FIRST_MEANING_FEATURE + MEANING_FEATURES.length;
/** Position of the first of FIGURE_FEATURES. */
const FIRST_FIGURE_FEATURE = FIRST_NAME_FEATURE + NAME_FEATURES.length;
/** Position of the share of the numbers in the question that passage and title lack, among DOUBT_FEATURES. */
const MISSING_NUMBERS_FEATURE = EVIDENCE_NAMES.length + ANSWER_FEATURES.length + 3;
/**
 * Parts of the logarithm of the odds that it costs when a name of the question is missing in the document, or near the passage,
 * or a year or other number.
 */
const [MISSING_IN_DOCUMENT, MISSING_NEARBY, MISSING_NUMBER] = [1, 0.2, 1.5];
/** The same for what the question asks for of something, which the document does not speak of. */
const MISSING_HEAD = 2.5;

/** The same for a name that was taken for a misspelling, without another name of the document beside it. */
const CORRECTED_NAME = 1;
/** The same for a figure, which has all that is asked for but the name: the same row of another company's report. */
const [MISSING_BESIDE_FIGURE, CORRECTED_BESIDE_FIGURE] = [4, 3];

/** The same for a name that occurs nowhere, whatever answers. */
const ABSENT_NAME = 4;

/** A figure of one of two companies stays below the half from which a match is no longer called possible. */
const NEARLY_ONE = 0.98;

/** Position of the first of TRANSLATION_FEATURES. */
const FIRST_TRANSLATION_FEATURE = FIRST_FIGURE_FEATURE + FIGURE_FEATURES.length;
/** Position of the first of COMPETITION_FEATURES. */
const FIRST_COMPETITION_FEATURE = FIRST_TRANSLATION_FEATURE + TRANSLATION_FEATURES.length;
/**
 * Positions of the number of other documents with the row of a figure, with another figure and with the same alone: the last of
 * COMPETITION_FEATURES.
 */
const SAME_ROW_FEATURE = FIRST_COMPETITION_FEATURE + COMPETITION_FEATURES.length - 3;
const [OTHER_FIGURES_FEATURE, SAME_FIGURE_FEATURE] = [SAME_ROW_FEATURE + 1, SAME_ROW_FEATURE + 2];
/** Positions of OTHER_NAME_FEATURES. */
const LACKED_NAME_FEATURE = FIRST_COMPETITION_FEATURE + COMPETITION_FEATURES.length;
const CORRECTION_FEATURE = LACKED_NAME_FEATURE + 1;
/** Position of the only one of ABSENT_NAME_FEATURES. */
const ABSENT_NAME_FEATURE = CORRECTION_FEATURE + 1;

/**
 * Returns whether the trees read the feature at a position; what the question names, figures and translations count beside them.
 */
export const isReadByTrees = (position: number): boolean =>
  position < FIRST_NAME_FEATURE || (position >= FIRST_COMPETITION_FEATURE && position < SAME_ROW_FEATURE);

/**
 * Coefficients for translated questions, and for English ones about other languages, trained by
 * `bench/search/confidence/train-translated-confidence.ts`.
 */
const TRANSLATED = { intercept: 0.199, coefficients: [0.571, 3.45, 1.122, -0.709, 8.589] };
const FROM_ENGLISH = { intercept: -1.682, coefficients: [0.449, 0.589, 5.637, -1.671, 5.824] };

/**
 * Coefficients for figures of tables, trained by `bench/search/confidence/train-figure-confidence.ts`, but for that of a named
 * document, which is as it was (decision 172).
 */
const FIGURE = { intercept: 1.515, coefficients: [0.89, 1.91, -0.443, -0.521] };

/** Coefficients for computed figures, trained by the same. */
const COMPUTED = { intercept: 2.695, coefficients: [0.236, 0.597, -0.695, -1.059] };
/**
 * Part of the figures that is right where another document has the same row and nearly the same score; measured on tuned pages.
 */
const AMONG_EQUALS = 0.28;
/**
 * Position of the distance of the score from the next document, among ANSWER_FEATURES, and the distance that tells too little.
 */
const [DISTANCE_FEATURE, MAX_EQUAL_DISTANCE] = [EVIDENCE_NAMES.length + 10, 0.06];
/**
 * Part of the answers that is right where a figure has to be computed and is not, whatever the trees say; measured by the same.
 */
const NOT_COMPUTED = 0.034;

interface Regression {
  intercept: number;
  coefficients: readonly number[];
}

export const toProbability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
const toLogOdds = (probability: number): number => Math.log(probability / (1 - probability));

/**
 * Estimates the probability that the first passage answers the query. Features are in the order of EVIDENCE_NAMES,
 * ANSWER_FEATURES, DOUBT_FEATURES, MEANING_FEATURES, NAME_FEATURES, FIGURE_FEATURES, TRANSLATION_FEATURES, COMPETITION_FEATURES,
 * OTHER_NAME_FEATURES and ABSENT_NAME_FEATURES. The trees expect the words of the question in its answer, of which a translation
 * finds fewer: there the similarity of meaning counts more. The row of a figure has few of them too, and was chosen because it
 * has what is asked for: it is right if its document is.
 */
export function estimateConfidence(features: readonly number[], model: BoostedTrees = MODEL): number {
  // If others say something else, no score tells which of them is meant.
  const documents = Math.exp(features[OTHER_FIGURES_FEATURE] ?? 0);
  const most = documents > 1 ? NEARLY_ONE / documents : 1;
  const absent = ABSENT_NAME * (features[ABSENT_NAME_FEATURE] ?? 0);
  return Math.min(most, toProbability(sumByKind(features, model) - absent));
}

/** Returns the logarithm of the odds by the model for the kind of answer. */
function sumByKind(features: readonly number[], model: BoostedTrees): number {
  const logOdds = sumConfidence(model, features);
  if (isFigure(features)) return predict(FIGURE, listFigureFeatures(features, logOdds)) - lacking(features);
  if (isComputed(features)) {
    const computed = predict(COMPUTED, listFigureFeatures(features, logOdds)) - lacking(features);
    return isAmongEquals(features) ? Math.min(toLogOdds(AMONG_EQUALS), computed) : computed;
  }
  if (lacksComputation(features)) return toLogOdds(NOT_COMPUTED);
  if (isFromEnglish(features)) return predict(FROM_ENGLISH, listTranslatedFeatures(features, logOdds));
  if (!isTranslated(features)) return logOdds;
  return predict(TRANSLATED, listTranslatedFeatures(features, logOdds));
}

/** Returns what a name costs a figure that its document lacks, or that may be misspelled. */
const lacking = (features: readonly number[]): number =>
  MISSING_BESIDE_FIGURE * (features[LACKED_NAME_FEATURE] ?? 0) +
  CORRECTED_BESIDE_FIGURE * (features[CORRECTION_FEATURE] ?? 0);

const predict = ({ intercept, coefficients }: Regression, values: readonly number[]): number =>
  values.reduce((sum, value, at) => sum + value * (coefficients[at] ?? 0), intercept);

/**
 * Returns the logarithm of the odds: that of the trees, lower where a name or number of the question is missing. Too few answers
 * of a collection lack one for the trees to learn how much it matters.
 */
export function sumConfidence(model: BoostedTrees, features: readonly number[]): number {
  const [inDocument = 1, nearby = 1, head = 1] = features.slice(FIRST_NAME_FEATURE);
  return (
    sumTrees(model, features) -
    MISSING_IN_DOCUMENT * (1 - inDocument) -
    MISSING_NEARBY * (1 - nearby) -
    MISSING_NUMBER * (features[MISSING_NUMBERS_FEATURE] ?? 0) -
    MISSING_HEAD * (1 - head) -
    CORRECTED_NAME * Number(features[CORRECTION_FEATURE] === 1)
  );
}

export function isTranslated(features: readonly number[]): boolean {
  return features[FIRST_MEANING_FEATURE + 2] === 1;
}

export const isFromEnglish = (features: readonly number[]): boolean =>
  features[FIRST_TRANSLATION_FEATURE] === 1;

/**
 * Lists what the regression reads: the result of the trees, similarity of sentence and passage, and the leads over the next
 * passages.
 */
export function listTranslatedFeatures(features: readonly number[], logOdds: number): number[] {
  const [sentence = 0, passage = 0, , , , , , similarityLead = 0, shareLead = 0] =
    features.slice(FIRST_MEANING_FEATURE);
  return [logOdds, sentence, passage, similarityLead, shareLead];
}

export function isFigure(features: readonly number[]): boolean {
  return features[FIRST_FIGURE_FEATURE] === 1;
}

export const isComputed = (features: readonly number[]): boolean => features[FIRST_FIGURE_FEATURE + 2] === 1;

export const lacksComputation = (features: readonly number[]): boolean =>
  features[FIRST_FIGURE_FEATURE + 3] === 1;

/** Returns whether another document has the same row, and neither the question nor the score chooses between them. */
const isAmongEquals = (features: readonly number[]): boolean =>
  !isChosen(features) &&
  (features[SAME_ROW_FEATURE] ?? 0) > 0 &&
  (features[DISTANCE_FEATURE] ?? 0) < MAX_EQUAL_DISTANCE;

/** Returns whether the question names the document of a figure, or others have the same one. */
const isChosen = (features: readonly number[]): boolean =>
  features[FIRST_FIGURE_FEATURE + 1] === 1 || features[SAME_FIGURE_FEATURE] === 1;

/**
 * Lists what the regression for figures reads: whether the question names the document, or others have the same figure, and where
 * not, the result of the trees, how many documents have the same row, and how many have nearly its score.
 */
export function listFigureFeatures(features: readonly number[], logOdds: number): number[] {
  if (isChosen(features)) return [1, 0, 0, 0];
  return [0, logOdds, features[SAME_ROW_FEATURE] ?? 0, features[FIRST_COMPETITION_FEATURE + 3] ?? 0];
}
