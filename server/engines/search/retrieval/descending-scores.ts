type Precedes = (one: number, other: number) => boolean;

/** Nobody looks further down a list but for quoted words that hardly any passage holds. */
const DEFAULT_HEAP_SIZE = 512;

/**
 * The numbers of the positive scores, highest first, equal ones in their own order. The first few of a hundred thousand are
 * told by one look at each score; only whoever reads on has the rest put in order.
 */
export function* inDescendingOrder(scores: Float32Array, few = DEFAULT_HEAP_SIZE): Generator<number, void> {
  const isBetter: Precedes = (one, other) => {
    const difference = (scores[one] ?? 0) - (scores[other] ?? 0);
    return difference > 0 || (difference === 0 && one < other);
  };
  const first = selectHighest(scores, few, isBetter);
  yield* first;
  const last = first.at(-1);
  if (first.length < few || last === undefined) return;
  const rest: number[] = [];
  for (let unit = 0; unit < scores.length; unit++)
    if ((scores[unit] ?? 0) > 0 && isBetter(last, unit)) rest.push(unit);
  for (let at = rest.length >> 1; at-- > 0; ) siftDown(rest, at, isBetter);
  for (let best = rest[0]; best !== undefined; best = rest[0]) {
    yield best;
    const end = rest.pop() ?? best;
    if (rest.length === 0) return;
    rest[0] = end;
    siftDown(rest, 0, isBetter);
  }
}

/** A heap with the worst of the best on top, which makes way for a better one. */
function selectHighest(scores: Float32Array, few: number, isBetter: Precedes): number[] {
  const isWorse: Precedes = (one, other) => isBetter(other, one);
  const best: number[] = [];
  let lowest = 0;
  for (let unit = 0; unit < scores.length; unit++) {
    // An equal one comes later, so it is none of them.
    if (!((scores[unit] ?? 0) > lowest)) continue;
    if (best.length < few) {
      best.push(unit);
      if (best.length < few) continue;
      for (let at = few >> 1; at-- > 0; ) siftDown(best, at, isWorse);
    } else {
      best[0] = unit;
      siftDown(best, 0, isWorse);
    }
    lowest = scores[best[0] ?? 0] ?? 0;
  }
  return best.sort((one, other) => (isBetter(one, other) ? -1 : 1));
}

/** Moves what stands at `from` down to its place: on top is what comes before all others. */
function siftDown(heap: number[], from: number, comesBefore: Precedes): void {
  const unit = heap[from] ?? 0;
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child + 1 < heap.length && comesBefore(heap[child + 1] ?? 0, heap[child] ?? 0)) child++;
    const below = heap[child];
    if (below === undefined || comesBefore(unit, below)) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = unit;
}
