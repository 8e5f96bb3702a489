import { mean } from './ranking-metrics.ts';

/** Computes how often the score of a true sample is above that of another; equal scores count half. */
export function areaUnderCurve(scores: readonly number[], isTrue: readonly boolean[]): number {
  const order = [...scores.keys()].sort((one, other) => (scores[one] ?? 0) - (scores[other] ?? 0));
  let below = 0;
  let sum = 0;
  for (let from = 0; from < order.length; ) {
    const score = scores[order[from] ?? 0];
    let to = from;
    while (to < order.length && scores[order[to] ?? 0] === score) to++;
    const trues = order.slice(from, to).filter((at) => isTrue[at]).length;
    const others = to - from - trues;
    sum += trues * (below + others / 2);
    below += others;
    from = to;
  }
  return sum / (below * (scores.length - below));
}

const BIN_COUNT = 10;

/** Computes the expected calibration error: the distance between predicted and observed shares, in ten bins of predictions. */
export function calibrationError(scores: readonly number[], isTrue: readonly boolean[]): number {
  const bins = Map.groupBy(scores.keys(), (at) =>
    Math.min(BIN_COUNT - 1, Math.floor((scores[at] ?? 0) * BIN_COUNT)),
  );
  const gaps = [...bins.values()].map((bin) => {
    const said = mean(bin.map((at) => scores[at] ?? 0));
    const found = mean(bin.map((at) => Number(isTrue[at])));
    return Math.abs(said - found) * bin.length;
  });
  return gaps.reduce((sum, gap) => sum + gap, 0) / scores.length;
}
