import type { Chunk } from '../search-types.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { looksTabular, parseTable } from './parse-table.ts';
import type { Table, TextLine } from './table-types.ts';

/** Passages of a sheet that are read, about 2,000 rows; and to each side of one in a page or text. */
const [MAX_SHEET_PASSAGES, MAX_NEAR_PASSAGES] = [300, 6];

export interface TablePassage {
  entry: IndexedEntry;
  chunk: number;
  chunkRead: Chunk;
}

/** A table and the passages that were read for it, in their order. */
export interface ReadTable {
  table: Table;
  passages: readonly TablePassage[];
}

/** Reads the table that the passage's sentence stands in, from the passages around it; undefined when it stands in none. */
export function readTable(
  passage: TablePassage,
  sentenceStart: number,
  readChunk: (passage: { entry: IndexedEntry; chunk: number }) => Chunk,
): ReadTable | undefined {
  const { entry, chunk, chunkRead } = passage;
  if (!looksTabular(chunkRead.text)) return undefined;
  const limit = chunkRead.sheet === undefined ? MAX_NEAR_PASSAGES : MAX_SHEET_PASSAGES;
  const passages = [{ entry, chunk, chunkRead }];
  let isComplete = true;
  for (const step of [-1, 1]) {
    for (let distance = 1; ; distance++) {
      const at = chunk + step * distance;
      if (at < entry.firstChunk || at >= entry.firstChunk + entry.chunkCount) break;
      if (distance > limit || passages.length > limit) {
        isComplete = false;
        break;
      }
      const next = readChunk({ entry, chunk: at });
      if (next.sheet !== chunkRead.sheet || next.page !== chunkRead.page || next.slide !== chunkRead.slide)
        break;
      const read = { entry, chunk: at, chunkRead: next };
      if (step < 0) passages.unshift(read);
      else passages.push(read);
    }
  }
  const lines = listLines(passages.map((each) => each.chunkRead));
  const position = chunkRead.start + sentenceStart;
  const at = lines.findLastIndex(({ start }) => start <= position);
  const table = at < 0 ? undefined : parseNearest(lines, at, chunkRead, isComplete);
  return table && { table, passages };
}

/** Reads the table of this line, or of the next line in the passage that has one: a caption or heading stands above its table. */
function parseNearest(
  lines: readonly TextLine[],
  from: number,
  { end }: Chunk,
  isComplete: boolean,
): Table | undefined {
  for (let at = from; at < lines.length && (lines[at]?.start ?? end) < end && at < from + 3; at++) {
    const table = parseTable(lines, at, isComplete);
    if (table !== undefined && table.rows.length > 0) return table;
  }
  return undefined;
}

/** Joins adjacent passages and splits them into lines. */
function listLines(chunks: readonly Chunk[]): TextLine[] {
  const lines: TextLine[] = [];
  let previousEnd = -1;
  for (const { text, start } of chunks) {
    let position = start;
    for (const [index, piece] of text.split('\n').entries()) {
      const last = lines.at(-1);
      const end = position + piece.length;
      if (index === 0 && last !== undefined && previousEnd === start) {
        last.text += piece;
        last.end = end;
      } else lines.push({ text: piece, start: position, end });
      position = end + 1;
    }
    previousEnd = start + text.length;
  }
  return lines.filter(({ text }) => text.trim() !== '');
}
