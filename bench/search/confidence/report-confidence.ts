import type { BoostedTrees } from '#server/engines/search/confidence/boosted-trees.ts';
import { estimateConfidence } from '#server/engines/search/confidence/confidence.ts';
import { areaUnderCurve, calibrationError } from '../evaluation/calibration.ts';
import { mean } from '../evaluation/ranking-metrics.ts';
import type { JudgedQuestion } from './judged-sets.ts';

/** Describes how honest the confidence of a model is on a set. */
export function reportConfidence(
  set: string,
  judged: readonly JudgedQuestion[],
  model: BoostedTrees,
): Record<string, string | number> {
  const scores = judged.map(({ features }) =>
    features === undefined ? 0 : estimateConfidence(features, model),
  );
  const isRight = judged.map((each) => each.isRight);
  const isPresent = judged.map((each) => each.isPresent);
  const shareOf = (isCounted: readonly boolean[], isMet: (score: number) => boolean) =>
    mean(scores.flatMap((score, at) => (isCounted[at] === true ? [Number(isMet(score))] : []))).toFixed(2);
  return {
    set,
    questions: judged.length,
    right: mean(isRight.map(Number)).toFixed(2),
    'mean confidence': mean(scores).toFixed(2),
    ECE: calibrationError(scores, isRight).toFixed(3),
    'AUROC present': areaUnderCurve(scores, isPresent).toFixed(3),
    'AUROC right': areaUnderCurve(scores, isRight).toFixed(3),
    'right above .8': shareOf(isRight, (score) => score > 0.8),
    'right above .5': shareOf(isRight, (score) => score > 0.5),
    'right below .1': shareOf(isRight, (score) => score < 0.1),
    'wrong above .5': shareOf(
      isRight.map((right) => !right),
      (score) => score > 0.5,
    ),
    'absent below .1': shareOf(
      isPresent.map((present) => !present),
      (score) => score < 0.1,
    ),
  };
}
