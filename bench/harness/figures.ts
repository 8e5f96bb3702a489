/** Target of a figure, absolute or as a share of the baseline. */
type Target = { atMost: number } | { atLeast: number } | { atLeastOfMachine: number };

export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 's' | 'MB/s' | 'calls' | 'calls/s' | 'frames/s' | 'MB' | 'KB' | 'files' | 'times';
  /** Value of the same work without our code. */
  baseline?: number;
  target?: Target;
}

/** Formats a figure as a row of the printed table. A missed target is shown and is no failure. */
export function toTableRow({ name, value, unit, baseline, target }: Figure): object {
  return {
    figure: name,
    value: roundToThreeDigits(value),
    unit,
    ...(baseline !== undefined && {
      machine: roundToThreeDigits(baseline),
      ratio: Number((value / baseline).toFixed(2)),
    }),
    ...(target && compareWithTarget(target, value, baseline ?? Number.NaN)),
  };
}

function compareWithTarget(target: Target, value: number, machine: number): object {
  if ('atMost' in target) return { target: `<= ${target.atMost}`, met: value <= target.atMost };
  if ('atLeast' in target) return { target: `>= ${target.atLeast}`, met: value >= target.atLeast };
  const { atLeastOfMachine: share } = target;
  return { target: `>= ${share} of machine`, met: value >= share * machine };
}

const roundToThreeDigits = (value: number): number => Number(value.toPrecision(3));

/** Returns the percentile for `share` from 0 to 1; 0.5 is the median. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Converts durations in ms of our code and of the baseline, for the same bytes, to MB/s. */
export const throughputFigure = (
  name: string,
  megabytes: number,
  ourMs: number,
  bareMs: number,
  share: number,
): Figure => ({
  name,
  value: (megabytes * 1000) / ourMs,
  unit: 'MB/s',
  baseline: (megabytes * 1000) / bareMs,
  target: { atLeastOfMachine: share },
});
