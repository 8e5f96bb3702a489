import type { AttackName } from '../harness/attacks.ts';
import { type Figure, percentile } from '../harness/figures.ts';

const MAX_RATIO = 2;

/** The measurements of a phase. */
export interface Phase {
  readonly listTimes: readonly number[];
  readonly megabytesPerSecond: number;
  /** The processor time of the server, for the measured requests too. */
  readonly processorMs: number;
}

function joinPhases(phases: readonly Phase[]): JoinedPhases {
  const average = (of: (phase: Phase) => number) => sum(phases.map(of)) / phases.length;
  const listTimes = phases.flatMap((phase) => phase.listTimes);
  return {
    listMs: percentile(listTimes, 0.95),
    typicalListMs: percentile(listTimes, 0.5),
    megabytesPerSecond: average((phase) => phase.megabytesPerSecond),
    processorMs: average((phase) => phase.processorMs),
  };
}

interface JoinedPhases extends Omit<Phase, 'listTimes'> {
  /** 95th percentile. */
  readonly listMs: number;
  readonly typicalListMs: number;
}

interface Measured {
  readonly quiet: readonly Phase[];
  readonly attacked: readonly Phase[];
  /** The length of the attacked phases together. */
  readonly seconds: number;
}

/** Compares the phases of an attack with those between them. */
export function describePhases(
  attack: AttackName,
  { quiet: quietPhases, attacked: attackedPhases, seconds }: Measured,
  statuses: ReadonlyMap<number, number>,
): Figure[] {
  const [quiet, attacked] = [joinPhases(quietPhases), joinPhases(attackedPhases)];
  const phaseSeconds = seconds / attackedPhases.length;
  const target = { atMost: MAX_RATIO };
  return [
    { name: `p95 of a list of 1,000 files, before: ${attack}`, value: quiet.listMs, unit: 'ms' },
    { name: `p95 of a list of 1,000 files, during: ${attack}`, value: attacked.listMs, unit: 'ms' },
    { name: `ratio of the list: ${attack}`, value: attacked.listMs / quiet.listMs, unit: 'times', target },
    {
      name: `ratio of the typical list (p50): ${attack}`,
      value: attacked.typicalListMs / quiet.typicalListMs,
      unit: 'times',
    },
    { name: `download, before: ${attack}`, value: quiet.megabytesPerSecond, unit: 'MB/s' },
    { name: `download, during: ${attack}`, value: attacked.megabytesPerSecond, unit: 'MB/s' },
    {
      name: `ratio of the download: ${attack}`,
      value: quiet.megabytesPerSecond / attacked.megabytesPerSecond,
      unit: 'times',
      target,
    },
    // Unlike elapsed time, this tells the same on a busy machine.
    {
      name: `processor time of the server: ${attack}`,
      value: attacked.processorMs / phaseSeconds,
      unit: 'ms',
      baseline: quiet.processorMs / phaseSeconds,
    },
    {
      name: `processor time for an answer, at most: ${attack}`,
      value: (attacked.processorMs * attackedPhases.length) / Math.max(1, sum(statuses.values())),
      unit: 'ms',
    },
    ...[...statuses].toSorted().map(
      ([status, count]): Figure => ({
        name: status === 0 ? `${attack}: connections closed` : `${attack}: answers ${status}`,
        value: count / seconds,
        unit: 'calls/s',
      }),
    ),
  ];
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);
