import type { ComparedText } from './compared-text.ts';
import type { EqualRun } from './match-words.ts';

/** Blocks of the two texts that belong beside each other; without blocks on one side they were added or removed. */
export interface AlignedRow {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

interface Link {
  readonly a: number;
  readonly b: number;
  words: number;
}

/** Two blocks that share less than this part of the words of the shorter one share them by chance. */
const MIN_SHARED = 0.3;

/** Cuts runs of equal tokens at the ends of blocks, and leaves out those between blocks that have little in common. */
export function keepRelated(a: ComparedText, b: ComparedText, runs: readonly EqualRun[]): EqualRun[] {
  const pieces = runs.flatMap((run) => cutAtBlocks(a, b, run));
  const links = countLinks(a, b, pieces);
  return pieces.filter((piece) => {
    const link = links.get(linkKey(a, b, piece));
    return link !== undefined && isRelated(a, b, link);
  });
}

/** Returns the blocks of both texts in order, with those that share words in one row. */
export function alignRows(a: ComparedText, b: ComparedText, runs: readonly EqualRun[]): AlignedRow[] {
  const lastInB = new Map<number, number>();
  const lastInA = new Map<number, number>();
  for (const run of runs) {
    const [blockA, blockB] = [a.tokens[run.a]?.block ?? 0, b.tokens[run.b]?.block ?? 0];
    lastInB.set(blockA, blockB);
    lastInA.set(blockB, blockA);
  }
  const rows: AlignedRow[] = [];
  let [atA, atB] = [0, 0];
  while (atA < a.blocks.length || atB < b.blocks.length) {
    if (atA < a.blocks.length && !lastInB.has(atA)) {
      rows.push({ a: [atA], b: [] });
      atA += 1;
    } else if (atB < b.blocks.length && !lastInA.has(atB)) {
      rows.push({ a: [], b: [atB] });
      atB += 1;
    } else {
      const [endA, endB] = findRowEnd(atA, atB, lastInA, lastInB);
      rows.push({ a: range(atA, endA), b: range(atB, endB) });
      [atA, atB] = [endA, endB];
    }
  }
  return rows;
}

/** Extends a row while one of its blocks shares words with a block beyond it, as when a page break divides a paragraph. */
function findRowEnd(
  atA: number,
  atB: number,
  lastInA: ReadonlyMap<number, number>,
  lastInB: ReadonlyMap<number, number>,
): [endA: number, endB: number] {
  let [endA, endB] = [atA + 1, atB + 1];
  for (let [seenA, seenB] = [atA, atB]; seenA < endA || seenB < endB; ) {
    if (seenA < endA) {
      endB = Math.max(endB, (lastInB.get(seenA) ?? -1) + 1);
      seenA += 1;
    } else {
      endA = Math.max(endA, (lastInA.get(seenB) ?? -1) + 1);
      seenB += 1;
    }
  }
  return [endA, endB];
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

function cutAtBlocks(a: ComparedText, b: ComparedText, run: EqualRun): EqualRun[] {
  const pieces: EqualRun[] = [];
  let from = 0;
  while (from < run.length) {
    const endOf = (text: ComparedText, start: number) =>
      (text.firstTokens[(text.tokens[start]?.block ?? 0) + 1] ?? start) - start;
    const length = Math.min(run.length - from, endOf(a, run.a + from), endOf(b, run.b + from));
    pieces.push({ a: run.a + from, b: run.b + from, length });
    from += length;
  }
  return pieces;
}

const linkKey = (a: ComparedText, b: ComparedText, piece: EqualRun): string =>
  `${a.tokens[piece.a]?.block} ${b.tokens[piece.b]?.block}`;

function countLinks(a: ComparedText, b: ComparedText, pieces: readonly EqualRun[]): Map<string, Link> {
  const links = new Map<string, Link>();
  for (const piece of pieces) {
    const key = linkKey(a, b, piece);
    const [blockA, blockB] = [a.tokens[piece.a]?.block ?? 0, b.tokens[piece.b]?.block ?? 0];
    const link = links.get(key) ?? { a: blockA, b: blockB, words: 0 };
    link.words += countWords(a, piece.a, piece.a + piece.length);
    links.set(key, link);
  }
  return links;
}

function isRelated(a: ComparedText, b: ComparedText, link: Link): boolean {
  const words = Math.min(wordsOfBlock(a, link.a), wordsOfBlock(b, link.b));
  return words === 0 || (link.words > 0 && link.words >= words * MIN_SHARED);
}

const wordsOfBlock = (text: ComparedText, block: number): number =>
  countWords(text, text.firstTokens[block] ?? 0, text.firstTokens[block + 1] ?? 0);

export function countWords({ tokens }: Pick<ComparedText, 'tokens'>, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index += 1) if (tokens[index]?.isWord) count += 1;
  return count;
}
