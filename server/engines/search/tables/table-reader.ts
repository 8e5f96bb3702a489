import type { IndexedEntry } from '../storage/indexed-entry.ts';
import {
  type ChunkReader,
  listLines,
  type PassagesAround,
  parseNearest,
  type ReadTable,
  readAround,
  type TablePassage,
} from './read-table.ts';
import type { TableRow, TextLine } from './table-types.ts';

/**
 * Tables that are read for a question, lines among which one is looked for, and all such lines: a document may have any number of
 * them.
 */
const [MAX_TABLES, MAX_LINES, MAX_ALL_LINES] = [20, 2000, 5000];
/**
 * Characters of the lines that tables are looked for in, counted for each time: about ten times the longest sheet that is read.
 */
const MAX_CHARACTERS = 3_000_000;

/** Lines of passages that are read together, and the tables that were found in them. */
interface KnownLines extends PassagesAround {
  lines: readonly TextLine[];
  characters: number;
  tables: ReadTable[];
  /** Places that are in no row of any table. */
  outside: Set<number>;
}

/** Reads the tables of a document for one question, each of them once. */
export class TableReader {
  readonly #readChunk: ChunkReader;
  readonly #known: KnownLines[] = [];
  #tables = 0;
  #lines = 0;
  #characters = 0;

  constructor(readChunk: ChunkReader) {
    this.#readChunk = readChunk;
  }

  readPassage(entry: IndexedEntry, chunk: number): TablePassage {
    return { entry, chunk, chunkRead: this.#readChunk({ entry, chunk }) };
  }

  /** Finds the row of a table at a place in a passage; nothing where none is, and beyond the limits. */
  findRow(passage: TablePassage, from: number): { read: ReadTable; row: number } | undefined {
    const known = this.#linesAround(passage);
    if (known === undefined) return undefined;
    const place = passage.chunkRead.start + from;
    for (const read of known.tables) {
      const row = rowAt(read.table.rows, place);
      if (row !== undefined) return { read, row };
    }
    if (known.outside.has(place) || this.#tables === MAX_TABLES) return undefined;
    const read = this.#parse(known, passage, from);
    const row = read === undefined ? undefined : rowAt(read.table.rows, place);
    if (read !== undefined && row !== undefined) return { read, row };
    known.outside.add(place);
    return undefined;
  }

  #parse(known: KnownLines, { chunkRead }: TablePassage, from: number): ReadTable | undefined {
    if (this.#characters >= MAX_CHARACTERS) return undefined;
    this.#characters += known.characters;
    const read = parseNearest(known, chunkRead, from);
    // Lines above a table give the table again.
    if (read === undefined || known.tables.some(({ table }) => table === read.table)) return undefined;
    this.#tables++;
    known.tables.push(read);
    return read;
  }

  #linesAround(passage: TablePassage): KnownLines | undefined {
    const { start, end, sheet } = passage.chunkRead;
    const covers = ({ lines: all }: KnownLines) =>
      (all[0]?.start ?? end) <= start && end <= (all.at(-1)?.end ?? start);
    const ofSheet = this.#known.find(
      (known) => sheet !== undefined && known.passages[0]?.chunkRead.sheet === sheet && covers(known),
    );
    if (ofSheet !== undefined) return ofSheet;
    const around = readAround(passage, this.#readChunk);
    const isSame = ({ passages }: KnownLines) =>
      passages[0]?.chunk === around.passages[0]?.chunk &&
      passages.at(-1)?.chunk === around.passages.at(-1)?.chunk;
    const same = this.#known.find((known) => isSame(known) && covers(known));
    if (same !== undefined || this.#lines >= MAX_ALL_LINES) return same;
    const lines = nearestLines(listLines(around.passages), start);
    this.#lines += lines.length;
    const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
    const known = { ...around, lines, characters, tables: [], outside: new Set<number>() };
    this.#known.push(known);
    return known;
  }
}

function nearestLines(lines: readonly TextLine[], place: number): readonly TextLine[] {
  if (lines.length <= MAX_LINES) return lines;
  const at = lines.findLastIndex(({ start }) => start <= place);
  const first = Math.max(0, Math.min(at - MAX_LINES / 2, lines.length - MAX_LINES));
  return lines.slice(first, first + MAX_LINES);
}

/** Finds the row at an offset; rows are in the order of the text. */
function rowAt(rows: readonly TableRow[], place: number): number | undefined {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.start ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return place < (rows[low - 1]?.end ?? 0) ? low - 1 : undefined;
}
