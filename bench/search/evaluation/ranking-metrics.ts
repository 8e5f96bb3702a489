/** Gain by document, 0 or absent for irrelevant ones. */
export type Judgments = ReadonlyMap<number, number>;

const discount = (rank: number) => 1 / Math.log2(rank + 2);

export function ndcgAt(depth: number, ranked: readonly number[], judgments: Judgments): number {
  const gains = (values: readonly number[]) =>
    values.slice(0, depth).reduce((sum, gain, rank) => sum + gain * discount(rank), 0);
  const ideal = gains([...judgments.values()].sort((a, b) => b - a));
  return ideal === 0 ? 0 : gains(ranked.map((id) => judgments.get(id) ?? 0)) / ideal;
}

export function reciprocalRankAt(depth: number, ranked: readonly number[], judgments: Judgments): number {
  const rank = ranked.slice(0, depth).findIndex((id) => (judgments.get(id) ?? 0) > 0);
  return rank < 0 ? 0 : 1 / (rank + 1);
}

export function recallAt(depth: number, ranked: readonly number[], judgments: Judgments): number {
  const relevant = [...judgments].filter(([, gain]) => gain > 0);
  const found = new Set(ranked.slice(0, depth));
  return relevant.length === 0 ? 0 : relevant.filter(([id]) => found.has(id)).length / relevant.length;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}
