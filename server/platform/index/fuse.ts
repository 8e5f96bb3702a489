const rankOffset = 10;
/** Ranks beyond these are too low for the other ranking to matter. */
const longestFused = 1000;

/**
 * Weighted reciprocal ranks: 1 for what is first in both, down towards 0. `wide` has everything; what stands deep in
 * it follows in its order. `narrow` holds no unit that `wide` has not.
 */
export function* fuse(
  wide: Iterator<number>,
  narrow: Iterator<number>,
  narrowShare: number,
): Generator<{ unit: number; score: number }, void> {
  const scores = new Map<number, number>();
  for (const [ranking, share] of [[wide, 1 - narrowShare] as const, [narrow, narrowShare] as const]) {
    for (let place = 0; place < longestFused; place++) {
      const { value, done } = ranking.next();
      if (done) break;
      scores.set(value, (scores.get(value) ?? 0) + (share * rankOffset) / (rankOffset + place));
    }
  }
  for (const [unit, score] of [...scores].sort((a, b) => b[1] - a[1])) yield { unit, score };
  for (let place = longestFused; ; place++) {
    const { value, done } = wide.next();
    if (done) return;
    if (!scores.has(value))
      yield { unit: value, score: ((1 - narrowShare) * rankOffset) / (rankOffset + place) };
  }
}
