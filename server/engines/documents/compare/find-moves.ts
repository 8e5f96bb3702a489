import type { ComparedText } from './compared-text.ts';
import { type Change, type TokenRange, wordsOf } from './find-changes.ts';

export interface Move {
  readonly a: TokenRange;
  readonly b: TokenRange;
}

/** Fewer words can be equal by chance. */
const MIN_WORDS = 4;
/** A text that was moved and changed needs more words, of which this part is the same. */
const MIN_CHANGED_WORDS = 10;
const MIN_SIMILARITY = 0.75;
/** Bounds the pairs whose words are compared. */
const MAX_PAIRS = 40_000;

/** Finds texts that were removed at one place and added at another, possibly with changes. */
export function findMoves(a: ComparedText, b: ComparedText, changes: readonly Change[]): Move[] {
  const removed = changes.filter((change) => isOnly(change, 'a') && wordsOf(a, change.a) >= MIN_WORDS);
  const added = changes.filter((change) => isOnly(change, 'b') && wordsOf(b, change.b) >= MIN_WORDS);
  const bySame = Map.groupBy(added, ({ b: range }) => keyOf(b, range));
  const moves: Move[] = [];
  const changed: TokenRange[] = [];
  for (const { a: range } of removed) {
    const same = bySame.get(keyOf(a, range))?.shift();
    if (same) moves.push({ a: range, b: same.b });
    else if (wordsOf(a, range) >= MIN_CHANGED_WORDS) changed.push(range);
  }
  const left = [...bySame.values()].flatMap((rest) => rest.map(({ b: range }) => range));
  const candidates = left.filter((range) => wordsOf(b, range) >= MIN_CHANGED_WORDS);
  if (changed.length * candidates.length > MAX_PAIRS) return moves;
  return [...moves, ...findSimilar(a, b, changed, candidates)];
}

function findSimilar(
  a: ComparedText,
  b: ComparedText,
  removed: readonly TokenRange[],
  added: readonly TokenRange[],
): Move[] {
  const free = new Map(added.map((range) => [range, countKeys(b, range)]));
  return removed.flatMap((range) => {
    const words = countKeys(a, range);
    let best: { range: TokenRange; similarity: number } | undefined;
    for (const [candidate, others] of free) {
      const similarity = similarityOf(words, others);
      if (similarity >= MIN_SIMILARITY && similarity > (best?.similarity ?? 0))
        best = { range: candidate, similarity };
    }
    if (!best) return [];
    free.delete(best.range);
    return [{ a: range, b: best.range }];
  });
}

const isOnly = (change: Change, side: 'a' | 'b'): boolean => {
  const other = side === 'a' ? change.b : change.a;
  return other.from === other.to;
};

const keyOf = ({ tokens }: ComparedText, { from, to }: TokenRange): string =>
  tokens
    .slice(from, to)
    .map(({ key }) => key)
    .join(' ');

interface Words {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

function countKeys({ tokens }: ComparedText, { from, to }: TokenRange): Words {
  const counts = new Map<string, number>();
  for (const { key } of tokens.slice(from, to)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return { counts, total: to - from };
}

/** The words that two texts share, from 0 to 1 (Dice). */
function similarityOf(one: Words, other: Words): number {
  let shared = 0;
  for (const [key, count] of one.counts) shared += Math.min(count, other.counts.get(key) ?? 0);
  return (2 * shared) / (one.total + other.total);
}
