import { type AlignedRow, countWords } from './align-rows.ts';
import type { ComparedText } from './compared-text.ts';
import type { EqualRun } from './match-words.ts';

/** A range of tokens, its end excluded. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** Tokens that are missing on the other side, or that others replace, within one row. */
export interface Change {
  readonly row: number;
  readonly a: TokenRange;
  readonly b: TokenRange;
}

/** Fewer equal letters between two changes than this make them one, which is easier to read. */
const MIN_EQUAL_LENGTH = 4;

/** Returns what lies between equal words, row by row. */
export function findChanges(
  a: ComparedText,
  b: ComparedText,
  rows: readonly AlignedRow[],
  runs: readonly EqualRun[],
): Change[] {
  let next = 0;
  let [endA, endB] = [0, 0];
  return rows.flatMap((row, index) => {
    const [startA, startB] = [endA, endB];
    endA = endOf(a, row.a, startA);
    endB = endOf(b, row.b, startB);
    const within: EqualRun[] = [];
    for (let run = runs[next]; run && run.a < endA && run.b < endB; run = runs[next]) {
      within.push(run);
      next += 1;
    }
    return mergeNear(a, changesBetween(a, b, within, { row: index, startA, startB, endA, endB }));
  });
}

interface RowRange {
  readonly row: number;
  readonly startA: number;
  readonly startB: number;
  readonly endA: number;
  readonly endB: number;
}

function changesBetween(
  a: ComparedText,
  b: ComparedText,
  runs: readonly EqualRun[],
  { row, startA, startB, endA, endB }: RowRange,
): Change[] {
  const changes: Change[] = [];
  let before: EqualRun = { a: startA, b: startB, length: 0 };
  for (const run of [...runs, { a: endA, b: endB, length: 0 }]) {
    const [fromA, fromB] = [before.a + before.length, before.b + before.length];
    if (fromA < run.a || fromB < run.b) {
      const change = { row, a: { from: fromA, to: run.a }, b: { from: fromB, to: run.b } };
      changes.push(slideToSentence(a, b, change, { left: before.length, right: run.length }));
    }
    before = run;
  }
  return changes;
}

function endOf(text: ComparedText, blocks: readonly number[], start: number): number {
  const last = blocks.at(-1);
  return last === undefined ? start : (text.firstTokens[last + 1] ?? start);
}

/** Joins changes that so little equal text separates that they read as one. */
function mergeNear({ tokens }: ComparedText, changes: readonly Change[]): Change[] {
  const merged: Change[] = [];
  for (const change of changes) {
    const last = merged.at(-1);
    const between = last ? lengthOf(tokens.slice(last.a.to, change.a.from)) : Number.POSITIVE_INFINITY;
    const isShort = between < MIN_EQUAL_LENGTH && last && sizeOf(last) + sizeOf(change) > 2;
    if (!isShort || !last) merged.push(change);
    else {
      const a = { from: last.a.from, to: change.a.to };
      merged[merged.length - 1] = { ...last, a, b: { from: last.b.from, to: change.b.to } };
    }
  }
  return merged;
}

const sizeOf = ({ a, b }: Change): number => Math.max(a.to - a.from, b.to - b.from);

const lengthOf = (tokens: readonly { key: string }[]): number =>
  tokens.reduce((length, { key }) => length + key.length, 0);

const SENTENCE_END = /^[.!?;:。！？]$/;

/**
 * Shifts an added or removed run along equal words so that it begins where a sentence or a block does: of "B. A. B. C." from
 * "B. C." the sentence "A. B." was added, not ". A. B". `left` and `right` are the lengths of the equal runs beside it.
 */
function slideToSentence(
  a: ComparedText,
  b: ComparedText,
  change: Change,
  { left, right }: { left: number; right: number },
): Change {
  const isAdded = change.a.from === change.a.to;
  if (!isAdded && change.b.from !== change.b.to) return change;
  const [text, { from, to }] = isAdded ? [b, change.b] : [a, change.a];
  const shift = findShift(text, { from, to }, -1, left) ?? findShift(text, { from, to }, 1, right) ?? 0;
  const shifted = (range: TokenRange): TokenRange => ({ from: range.from + shift, to: range.to + shift });
  return shift === 0 ? change : { ...change, a: shifted(change.a), b: shifted(change.b) };
}

/** Returns by how many tokens a run can be shifted in one direction to begin a sentence. */
function findShift(
  text: ComparedText,
  { from, to }: TokenRange,
  direction: 1 | -1,
  most: number,
): number | undefined {
  for (let steps = 0; ; steps += 1) {
    if (beginsSentence(text, from + steps * direction)) return steps * direction;
    if (steps === most) return undefined;
    const [first, last] = [from + steps * direction, to + steps * direction];
    const isEqual =
      direction === 1
        ? text.tokens[first]?.key === text.tokens[last]?.key
        : text.tokens[first - 1]?.key === text.tokens[last - 1]?.key;
    if (!isEqual) return undefined;
  }
}

function beginsSentence({ tokens }: ComparedText, index: number): boolean {
  const [before, token] = [tokens[index - 1], tokens[index]];
  return before?.block !== token?.block || SENTENCE_END.test(before?.key ?? '');
}

export const wordsOf = (text: ComparedText, { from, to }: TokenRange): number => countWords(text, from, to);
