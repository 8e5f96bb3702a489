import { compareTexts, type Hunk } from './compare-texts.ts';
import { type ComparedBlock, pageOf } from './compared-text.ts';

/** Sent to the child with the blocks of both texts as lines of JSON, the first text before an empty line. */
export interface ComparisonRequest {
  /** The offset at which the part begins in each text. */
  readonly from: PartStart;
  /** At most this many pages of each text. */
  readonly maxPages: number;
  /** At most this many UTF-16 units of each text. */
  readonly maxText: number;
}

export interface PartStart {
  readonly a: number;
  readonly b: number;
}

interface TextPart {
  readonly blocks: readonly ComparedBlock[];
  /** The text continues behind the part. */
  readonly isCut: boolean;
}

/** Compares a part of two texts. Yields the outcome, then a frame for each row and for each hunk, and an empty one. */
export function* comparePart(request: ComparisonRequest, bytes: Buffer): Generator<string> {
  const [a, b] = readTexts(request, bytes);
  const { rows, hunks } = compareTexts(a.blocks, b.blocks);
  const kept = a.isCut || b.isCut ? countRowsToKeep(rows) : rows.length;
  const lastOf = (side: 'a' | 'b', part: TextPart): ComparedBlock | undefined => {
    const last = rows.slice(0, kept).findLast((row) => row[side].length > 0);
    return part.blocks[last?.[side].at(-1) ?? -1];
  };
  const [lastA, lastB] = [lastOf('a', a), lastOf('b', b)];
  const next = {
    a: lastA ? lastA.start + lastA.text.length + 1 : request.from.a,
    b: lastB ? lastB.start + lastB.text.length + 1 : request.from.b,
  };
  const isCut = a.isCut || b.isCut || kept < rows.length;
  yield JSON.stringify({ next: isCut ? { ...next, page: lastB ? pageOf(lastB) : null } : null });
  for (const row of rows.slice(0, kept)) {
    const present = (part: TextPart, indexes: readonly number[]) =>
      indexes.flatMap((index) => toPiece(part.blocks[index]));
    yield JSON.stringify({ a: present(a, row.a), b: present(b, row.b) });
  }
  for (const hunk of hunks) if (isWithin(hunk, isCut ? next : undefined)) yield JSON.stringify(hunk);
  yield '';
}

function toPiece(block: ComparedBlock | undefined) {
  if (!block) return [];
  const { start, text, sheet, range, kind } = block;
  const cells = range === undefined ? null : [sheet, range].filter(Boolean).join('!');
  return [{ start, page: pageOf(block), cells, kind, text }];
}

/** A part ends where both texts agree, unless that is so early that most of it would be compared again. */
function countRowsToKeep(rows: readonly { a: readonly number[]; b: readonly number[] }[]): number {
  const last = rows.findLastIndex(({ a, b }) => a.length > 0 && b.length > 0);
  return last < rows.length / 2 ? rows.length : last + 1;
}

const isWithin = ({ a, b }: Hunk, end: PartStart | undefined): boolean =>
  end === undefined || ((a === null || a.start < end.a) && (b === null || b.start < end.b));

function readTexts({ from, maxPages, maxText }: ComparisonRequest, bytes: Buffer): [TextPart, TextPart] {
  const separator = bytes.indexOf('\n\n');
  const [first, second] =
    separator === -1
      ? [bytes, Buffer.alloc(0)]
      : [bytes.subarray(0, separator), bytes.subarray(separator + 2)];
  return [readPart(first, from.a, maxPages, maxText), readPart(second, from.b, maxPages, maxText)];
}

function readPart(lines: Buffer, from: number, maxPages: number, maxText: number): TextPart {
  const blocks: ComparedBlock[] = [];
  let firstPage: number | null = null;
  for (let at = 0; at < lines.length; ) {
    const found = lines.indexOf('\n', at);
    const end = found === -1 ? lines.length : found;
    const line = lines.toString('utf8', at, end);
    at = end + 1;
    if (line === '') continue;
    const block = JSON.parse(line) as ComparedBlock; // written by storeBlocks
    if (block.start < from) continue;
    const page = pageOf(block);
    firstPage ??= page;
    const isBeyond = page !== null && firstPage !== null && page >= firstPage + maxPages;
    if (isBeyond || block.start + block.text.length > from + maxText) return { blocks, isCut: true };
    blocks.push(block);
  }
  return { blocks, isCut: false };
}
