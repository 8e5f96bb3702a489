/** Compares numbers such as `1.2` and `1.10` by their parts; what has no number comes last. */
export function compareEntryNumbers(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [left, right] = [a.split('.'), b.split('.')];
  for (const [at, part] of left.entries()) {
    const difference = Number(part) - Number(right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
