import { median, percentile } from './figures.ts';

const ROUNDS = 5;

export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

type Work = () => Promise<unknown>;

/**
 * Measures sequential calls in ms, as medians over the rounds; several works under one name run concurrently. Every
 * round runs all names, so that other load of the machine affects all of them.
 */
export async function measureInRounds<Name extends string>(
  works: Record<Name, Work | readonly Work[]>,
  callsARound: number,
): Promise<Record<Name, Percentiles>> {
  // Object.entries loses the type of the keys.
  const named = Object.entries(works) as [Name, Work | readonly Work[]][];
  const rounds = new Map<Name, Percentiles[]>(named.map(([name]) => [name, []]));
  for (const [, work] of named) await timeCalls(work, Math.ceil(callsARound / 2));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, work] of named) {
      const times = await timeCalls(work, callsARound);
      const at = (share: number) => percentile(times, share);
      rounds.get(name)?.push({ p50: at(0.5), p95: at(0.95), p99: at(0.99) });
    }
  }
  const entries = [...rounds].map(([name, all]) => [name, medians(all)]);
  return Object.fromEntries(entries) as Record<Name, Percentiles>; // the keys are those of `works`
}

const medians = (rounds: readonly Percentiles[]): Percentiles => ({
  p50: median(rounds.map(({ p50 }) => p50)),
  p95: median(rounds.map(({ p95 }) => p95)),
  p99: median(rounds.map(({ p99 }) => p99)),
});

async function timeCalls(works: Work | readonly Work[], calls: number): Promise<number[]> {
  if (typeof works !== 'function') {
    const all = await Promise.all(works.map((work) => timeCalls(work, Math.ceil(calls / works.length))));
    return all.flat();
  }
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) times.push(await measureMs(works));
  return times;
}

/** Returns the duration of the work in ms. */
async function measureMs(work: Work): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
