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

export type ChunkReader = (passage: { entry: IndexedEntry; chunk: number }) => Chunk;

/** Creates a reader that reads each passage once: a question asks for those around several rows. */
export function createChunkReader(readChunk: ChunkReader): ChunkReader {
  const known = new Map<number, Chunk>();
  return (passage) => {
    const chunk = known.get(passage.chunk) ?? readChunk(passage);
    known.set(passage.chunk, chunk);
    return chunk;
  };
}

/** Reads the table that the passage's sentence stands in, from the passages around it; undefined when it stands in none. */
export function readTable(
  passage: TablePassage,
  sentenceStart: number,
  readChunk: ChunkReader,
): ReadTable | undefined {
  if (!looksTabular(passage.chunkRead.text)) return undefined;
  const around = readAround(passage, readChunk);
  return parseNearest({ ...around, lines: listLines(around.passages) }, passage.chunkRead, sentenceStart);
}

/** Passages around one, of the same sheet, page or slide, and whether they are all of them. */
export interface PassagesAround {
  passages: readonly TablePassage[];
  isComplete: boolean;
}

export function readAround(
  { entry, chunk, chunkRead }: TablePassage,
  readChunk: ChunkReader,
): PassagesAround {
  // The rows of a CSV file have cells, and no sheet.
  const isSheet = chunkRead.sheet !== undefined || chunkRead.range !== undefined;
  const [limit, total] = isSheet
    ? [MAX_SHEET_PASSAGES, MAX_SHEET_PASSAGES]
    : [MAX_NEAR_PASSAGES, 2 * MAX_NEAR_PASSAGES];
  const passages = [{ entry, chunk, chunkRead }];
  let isComplete = true;
  for (const step of [-1, 1]) {
    for (let distance = 1; ; distance++) {
      const at = chunk + step * distance;
      if (at < entry.firstChunk || at >= entry.firstChunk + entry.chunkCount) break;
      if (distance > limit || passages.length > total) {
        isComplete = false;
        break;
      }
      const next = readChunk({ entry, chunk: at });
      if (next.sheet !== chunkRead.sheet || next.page !== chunkRead.page || next.slide !== chunkRead.slide)
        break;
      passages.push({ entry, chunk: at, chunkRead: next });
    }
    if (step < 0) passages.reverse();
  }
  return { passages, isComplete };
}

/**
 * Reads the table of this place in a passage, or of the next line in the passage that has one: a caption or heading stands above
 * its table.
 */
export function parseNearest(
  { passages, lines, isComplete }: PassagesAround & { lines: readonly TextLine[] },
  { start, end }: Chunk,
  sentenceStart: number,
): ReadTable | undefined {
  const position = start + sentenceStart;
  const from = lines.findLastIndex((line) => line.start <= position);
  if (from < 0) return undefined;
  for (let at = from; at < lines.length && (lines[at]?.start ?? end) < end && at < from + 3; at++) {
    const table = parseTable(lines, at, isComplete);
    if (table !== undefined && table.rows.length > 0) return { table, passages };
  }
  return undefined;
}

/** Joins adjacent passages and splits them into lines. */
export function listLines(passages: readonly TablePassage[]): TextLine[] {
  const lines: TextLine[] = [];
  let previousEnd = -1;
  for (const { chunkRead } of passages) {
    const { text, start } = chunkRead;
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
