/**
 * Computes the number of letters to insert, delete, change or swap with their neighbor (optimal string alignment). Returns
 * `max + 1` as soon as the distance is certain to exceed `max`.
 */
export function editDistance(source: string, target: string, max: number): number {
  if (Math.abs(source.length - target.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: target.length + 1 }, (_, column) => column);
  for (let row = 1; row <= source.length; row++) {
    const current = [row];
    let lowest = row;
    for (let column = 1; column <= target.length; column++) {
      const isSame = source[row - 1] === target[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 && source[row - 1] === target[column - 2] && source[row - 2] === target[column - 1];
      if (isSwap && column > 1) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
      lowest = Math.min(lowest, cost);
    }
    if (lowest > max) return max + 1;
    beforeLast = last;
    last = current;
  }
  return last[target.length] ?? max + 1;
}
