type Precedes = (left: number, right: number) => boolean;

/** Callers seldom read further, except for quoted phrases that hardly any passage contains. */
const DEFAULT_HEAP_SIZE = 512;

/**
 * Yields the indexes of the positive scores, highest first, equal ones in ascending order. One pass over all scores finds
 * the first `heapSize`; the rest is ordered only when the caller reads on.
 */
export function* inDescendingOrder(
  scores: Float32Array,
  heapSize = DEFAULT_HEAP_SIZE,
): Generator<number, void> {
  const isBetter: Precedes = (left, right) => {
    const difference = (scores[left] ?? 0) - (scores[right] ?? 0);
    return difference > 0 || (difference === 0 && left < right);
  };
  const highest = selectHighest(scores, heapSize, isBetter);
  yield* highest;
  const last = highest.at(-1);
  if (highest.length < heapSize || last === undefined) return;
  const rest: number[] = [];
  for (let unit = 0; unit < scores.length; unit++)
    if ((scores[unit] ?? 0) > 0 && isBetter(last, unit)) rest.push(unit);
  for (let index = rest.length >> 1; index-- > 0; ) siftDown(rest, index, isBetter);
  for (let best = rest[0]; best !== undefined; best = rest[0]) {
    yield best;
    const end = rest.pop() ?? best;
    if (rest.length === 0) return;
    rest[0] = end;
    siftDown(rest, 0, isBetter);
  }
}

/** Selects the highest scores with a heap that has the lowest of them at the top. */
function selectHighest(scores: Float32Array, heapSize: number, isBetter: Precedes): number[] {
  const isWorse: Precedes = (left, right) => isBetter(right, left);
  const heap: number[] = [];
  let lowest = 0;
  for (let unit = 0; unit < scores.length; unit++) {
    // An equal score at a higher index does not replace the lowest one.
    if (!((scores[unit] ?? 0) > lowest)) continue;
    if (heap.length < heapSize) {
      heap.push(unit);
      if (heap.length < heapSize) continue;
      for (let index = heapSize >> 1; index-- > 0; ) siftDown(heap, index, isWorse);
    } else {
      heap[0] = unit;
      siftDown(heap, 0, isWorse);
    }
    lowest = scores[heap[0] ?? 0] ?? 0;
  }
  return heap.sort((left, right) => (isBetter(left, right) ? -1 : 1));
}

/** Moves the element at `from` down until it precedes its children; the top precedes all others. */
function siftDown(heap: number[], from: number, precedes: Precedes): void {
  const unit = heap[from] ?? 0;
  let index = from;
  for (;;) {
    let childIndex = 2 * index + 1;
    if (childIndex + 1 < heap.length && precedes(heap[childIndex + 1] ?? 0, heap[childIndex] ?? 0))
      childIndex++;
    const child = heap[childIndex];
    if (child === undefined || precedes(unit, child)) break;
    heap[index] = child;
    index = childIndex;
  }
  heap[index] = unit;
}
