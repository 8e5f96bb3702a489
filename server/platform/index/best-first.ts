/**
 * The numbers of the positive scores, highest first, equal ones in their own order. A heap: the first few of a hundred
 * thousand cost far less than sorting all.
 */
export function* bestFirst(scores: Float32Array): Generator<number, void> {
  const heap: number[] = [];
  for (let unit = 0; unit < scores.length; unit++) if ((scores[unit] ?? 0) > 0) heap.push(unit);
  const before = (a: number, b: number) => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0);
    return difference > 0 || (difference === 0 && a < b);
  };
  const sink = (from: number) => {
    const unit = heap[from] ?? 0;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && before(heap[child + 1] ?? 0, heap[child] ?? 0)) child++;
      const below = heap[child];
      if (below === undefined || before(unit, below)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = unit;
  };
  for (let at = heap.length >> 1; at-- > 0; ) sink(at);
  for (;;) {
    const best = heap[0];
    const last = heap.pop();
    if (best === undefined || last === undefined) return;
    yield best;
    if (heap.length > 0) {
      heap[0] = last;
      sink(0);
    }
  }
}
