import { type AlignedRow, alignRows, keepRelated } from './align-rows.ts';
import { type ComparedBlock, type ComparedText, pageOf, tokenize } from './compared-text.ts';
import { type Change, findChanges, type TokenRange } from './find-changes.ts';
import { findMoves, type Move } from './find-moves.ts';
import { matchWords } from './match-words.ts';

/** A place in one of the texts: offsets are UTF-16 units of the whole text, as in citations. */
interface ChangedRange {
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
}

export type Hunk =
  | { readonly kind: 'insert'; readonly a: null; readonly b: ChangedRange }
  | { readonly kind: 'delete'; readonly a: ChangedRange; readonly b: null }
  | { readonly kind: 'move' | 'replace'; readonly a: ChangedRange; readonly b: ChangedRange };

export interface Comparison {
  /** Rows of blocks that belong together, by their index. */
  readonly rows: readonly AlignedRow[];
  readonly hunks: readonly Hunk[];
}

/** Compares two texts word by word. */
export function compareTexts(
  blocksA: readonly ComparedBlock[],
  blocksB: readonly ComparedBlock[],
): Comparison {
  const [a, b] = [tokenize(blocksA), tokenize(blocksB)];
  const runs = keepRelated(a, b, matchWords(a, b));
  const rows = alignRows(a, b, runs);
  const changes = withoutRenamedColumns(a, b, findChanges(a, b, rows, runs));
  const moves = findMoves(a, b, changes);
  const moved = new Set(moves.flatMap((move) => [move.a, move.b]));
  // A move comes where the second text has it.
  const movedTo = new Map(moves.map((move) => [move.b, move]));
  const hunks = changes.flatMap((change) => {
    const move = movedTo.get(change.b);
    if (move) return describeMove(a, b, move);
    return moved.has(change.a) ? [] : [toHunk(a, b, change)];
  });
  return { rows, hunks };
}

function toHunk(a: ComparedText, b: ComparedText, { a: inA, b: inB }: Pick<Change, 'a' | 'b'>): Hunk {
  if (inA.from === inA.to) return { kind: 'insert', a: null, b: toRange(b, inB) };
  if (inB.from === inB.to) return { kind: 'delete', a: toRange(a, inA), b: null };
  return { kind: 'replace', a: toRange(a, inA), b: toRange(b, inB) };
}

function toRange({ blocks, tokens }: ComparedText, { from, to }: TokenRange): ChangedRange {
  const [first, last] = [tokens[from], tokens[to - 1]];
  return {
    page: pageOf(blocks[first?.block ?? 0]),
    start: first?.start ?? 0,
    end: last?.end ?? 0,
  };
}

/** A move, and what changed in the text that was moved. */
function describeMove(a: ComparedText, b: ComparedText, move: Move): Hunk[] {
  const [inA, inB] = [slice(a, move.a), slice(b, move.b)];
  const row = { a: inA.blocks.map((_, index) => index), b: inB.blocks.map((_, index) => index) };
  const changes = findChanges(inA, inB, [row], matchWords(inA, inB));
  return [
    { kind: 'move', a: toRange(a, move.a), b: toRange(b, move.b) },
    ...changes.map((change) => toHunk(inA, inB, change)),
  ];
}

/** A part of a text as a text of one block. */
function slice({ blocks, tokens }: ComparedText, { from, to }: TokenRange): ComparedText {
  const part = tokens.slice(from, to).map((token) => ({ ...token, block: 0 }));
  return {
    blocks: blocks.slice(tokens[from]?.block, (tokens[from]?.block ?? 0) + 1),
    tokens: part,
    firstTokens: [0, part.length],
  };
}

/** The name of the column is part of every cell: that it was renamed is shown once, not in each row. */
function withoutRenamedColumns(
  a: ComparedText,
  b: ComparedText,
  changes: readonly Change[],
): readonly Change[] {
  const seen = new Set<string>();
  return changes.filter((change) => {
    const renamed = findRenamedColumns(a, b, change);
    if (!renamed) return true;
    const isNew = renamed.some((name) => !seen.has(name));
    for (const name of renamed) seen.add(name);
    return isNew;
  });
}

/** The names of columns before and after, if nothing else of the cells changed. */
function findRenamedColumns(a: ComparedText, b: ComparedText, change: Change): string[] | undefined {
  const [before, after] = [
    a.tokens.slice(change.a.from, change.a.to),
    b.tokens.slice(change.b.from, change.b.to),
  ];
  if (before.length === 0 || before.length !== after.length) return undefined;
  const names = before.map(({ key }, index) => {
    const [old, now] = [splitCell(key), splitCell(after[index]?.key ?? '')];
    return old && now && old.value === now.value ? `${old.name}\n${now.name}` : undefined;
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}

function splitCell(cell: string): { name: string; value: string } | undefined {
  const at = cell.indexOf(': ');
  return at < 1 ? undefined : { name: cell.slice(0, at), value: cell.slice(at + 2) };
}
