import { diffArrays } from 'diff';
import { blockKey, type ComparedText } from './compared-text.ts';

/** A run of equal tokens, by the index of the first in each text. */
export interface EqualRun {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

interface Gap {
  readonly a: readonly [from: number, to: number];
  readonly b: readonly [from: number, to: number];
}

/** Changes within one gap; comparing takes time proportional to their square. */
const MAX_GAP_EDITS = 1_000;
/** Bounds the time of a comparison on every pair of texts: about two seconds. */
const MAX_WORK = 4_000_000;

/** The work that is left, and a number for each text, since numbers are compared faster. */
interface Effort {
  work: number;
  readonly ids: Map<string, number>;
}

/**
 * Matches the words of two texts: first the paragraphs that occur once in each and in the same order, then the words between
 * them. A gap with too many changes is left unmatched except for its equal paragraphs, so that no pair of texts takes minutes.
 */
export function matchWords(a: ComparedText, b: ComparedText): EqualRun[] {
  const anchors = findAnchors(a, b);
  const runs: EqualRun[] = [];
  const effort: Effort = { work: MAX_WORK, ids: new Map() };
  let [fromA, fromB] = [0, 0];
  for (const [blockA, blockB] of [...anchors, [a.blocks.length, b.blocks.length] as const]) {
    const [startA = 0, startB = 0] = [a.firstTokens[blockA], b.firstTokens[blockB]];
    runs.push(...matchGap(a, b, { a: [fromA, startA], b: [fromB, startB] }, effort));
    const length = (a.firstTokens[blockA + 1] ?? startA) - startA;
    if (length > 0) runs.push({ a: startA, b: startB, length });
    [fromA, fromB] = [startA + length, startB + length];
  }
  return runs;
}

/** The equal blocks that occur once in each text, in an order that is increasing in both. */
function findAnchors(a: ComparedText, b: ComparedText): (readonly [a: number, b: number])[] {
  const [inA, inB] = [uniqueBlocks(a), uniqueBlocks(b)];
  const pairs: [number, number][] = [];
  for (const [key, block] of inA) {
    const other = inB.get(key);
    if (block !== undefined && other !== undefined) pairs.push([block, other]);
  }
  return longestIncreasing(pairs.toSorted(([one], [other]) => one - other));
}

/** Blocks by their text; `undefined` for a text that occurs several times. */
function uniqueBlocks(text: ComparedText): Map<string, number | undefined> {
  const found = new Map<string, number | undefined>();
  text.blocks.forEach((_, index) => {
    const key = blockKey(text, index);
    if (key !== '') found.set(key, found.has(key) ? undefined : index);
  });
  return found;
}

/** The longest subsequence of pairs whose second numbers increase; takes n log n steps. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const previous: number[] = [];
  const tails: number[] = [];
  pairs.forEach(([, second], index) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < second) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  });
  const chosen: [number, number][] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
}

function matchGap(a: ComparedText, b: ComparedText, gap: Gap, effort: Effort): EqualRun[] {
  const [tokensA, tokensB] = [a.tokens.slice(...gap.a), b.tokens.slice(...gap.b)];
  if (tokensA.length === 0 || tokensB.length === 0) return [];
  const keysOf = (tokens: ComparedText['tokens']) => tokens.map(({ key }) => key);
  const byWord = diffWithin(keysOf(tokensA), keysOf(tokensB), effort);
  if (byWord) return byWord.map((run) => ({ ...run, a: run.a + gap.a[0], b: run.b + gap.b[0] }));
  return matchBlocks(a, b, gap, effort);
}

/** Matches the equal blocks of a gap; none if even that takes too long. */
function matchBlocks(a: ComparedText, b: ComparedText, gap: Gap, effort: Effort): EqualRun[] {
  const [blocksA, blocksB] = [blocksWithin(a, gap.a), blocksWithin(b, gap.b)];
  const runs =
    diffWithin(
      blocksA.map((block) => blockKey(a, block)),
      blocksB.map((block) => blockKey(b, block)),
      effort,
    ) ?? [];
  return runs.flatMap((run) => {
    const [first, last] = [blocksA[run.a] ?? 0, blocksA[run.a + run.length - 1] ?? 0];
    const start = a.firstTokens[first] ?? 0;
    const length = (a.firstTokens[last + 1] ?? start) - start;
    return [{ a: start, b: b.firstTokens[blocksB[run.b] ?? 0] ?? 0, length }];
  });
}

/** The blocks of a range of tokens, which begins and ends with a block. */
function blocksWithin({ tokens }: ComparedText, [from, to]: Gap['a']): number[] {
  return [...new Set(tokens.slice(from, to).map(({ block }) => block))];
}

/** Compares two lists; undefined if they differ too much for the work that is left. */
function diffWithin(a: readonly string[], b: readonly string[], effort: Effort): EqualRun[] | undefined {
  const { ids } = effort;
  const toId = (key: string): number => {
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  const maxEditLength = Math.floor(Math.min(MAX_GAP_EDITS, Math.sqrt(Math.max(0, effort.work))));
  const changes = diffArrays(a.map(toId), b.map(toId), { maxEditLength });
  const edits = changes?.reduce(
    (sum, change) => sum + (change.added || change.removed ? change.count : 0),
    0,
  );
  effort.work -= (edits ?? maxEditLength) ** 2 + a.length + b.length;
  if (!changes) return undefined;
  const runs: EqualRun[] = [];
  let [atA, atB] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (!added && !removed) runs.push({ a: atA, b: atB, length: count });
    if (!added) atA += count;
    if (!removed) atB += count;
  }
  return runs;
}
