import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { listFigurePassages } from './list-figure-passages.ts';
import { firstFilled, isSectionRow } from './match-table.ts';
import { looksTabular } from './parse-table.ts';
import type { ReadTable, TablePassage } from './read-table.ts';
import type { LabelReader } from './row-labels.ts';
import type { RowSearch } from './row-search.ts';
import type { TableReader } from './table-reader.ts';
import type { Table } from './table-types.ts';

/** Passages of the first document in which rows are looked for, those with most of the question first. */
const MAX_PASSAGES = 10;
/** Rows with such a name that are compared. */
const MAX_ROWS = 30;
/** Part of a row's name that the question must have, and that of a name of which it has three words. */
const [MIN_EXACTNESS, MIN_LONG_EXACTNESS] = [0.7, 0.5];
const MIN_LONG_WORDS = 3;
/** Longer lines above a table are prose, whose words say little about it. */
const [MAX_NOTE, MAX_CONTEXT] = [120, 300];
/**
 * Weights of a word of the question in the name of the row, of any word that both have, and of the length of the column's period,
 * beside the exactness of the name.
 */
const [COVERAGE_WEIGHT, MATCHED_WEIGHT, LENGTH_WEIGHT] = [0.5, 0.02, 0.2];
/** Weight of the heading above the row, which tells rows of the same name apart, and the words that count in it. */
const [SECTION_WEIGHT, MAX_SECTION_WORDS] = [0.04, 10];
/** A row of a table, and the columns of it that answer. */
interface FoundRow {
  read: ReadTable;
  row: number;
}

/**
 * The columns that answer in a row, and whether they are of the length of period that is asked for (1), of another (-1) or of
 * none (0).
 */
interface AnsweringColumns {
  columns: readonly number[];
  length: -1 | 0 | 1;
}

/** Chooses the columns that answer in a row; undefined where none does. */
type ColumnChooser = (table: Table, row: number) => AnsweringColumns | undefined;

export type AnsweringRow = FoundRow & { columns: readonly number[] };

/** Finds the row of a document that has what is asked for in its name and around it, and the columns that answer. */
export function findBestRow(
  view: PermittedView,
  entry: IndexedEntry,
  { labels, excluded }: RowSearch,
  tables: TableReader,
  choose: ColumnChooser,
): AnsweringRow | undefined {
  let best: (AnsweringRow & { score: number }) | undefined;
  let compared = 0;
  const known = new Set<number | undefined>();
  for (const chunk of listFigurePassages(view, labels, entry).slice(0, MAX_PASSAGES)) {
    const passage = tables.readPassage(entry, chunk);
    const { text: written, headings } = passage.chunkRead;
    if (!looksTabular(written)) continue;
    for (const found of findRows(passage, labels, tables)) {
      const place = found.read.table.rows[found.row]?.start;
      if (known.has(place) || excluded?.test(nameOf(found)) === true) continue;
      if (compared++ === MAX_ROWS) return best;
      const scored = scoreRow(found, labels, headings, choose);
      if (scored === undefined) continue;
      known.add(place);
      if (best === undefined || scored.score > best.score) best = scored;
    }
  }
  return best;
}

function* findRows(
  passage: TablePassage,
  labels: LabelReader,
  tables: TableReader,
): Generator<FoundRow, void> {
  let at = 0;
  for (const line of passage.chunkRead.text.split('\n')) {
    const from = at;
    at += line.length + 1;
    if (!mayName(line, labels)) continue;
    const found = tables.findRow(passage, from);
    if (found !== undefined && isNamed(found, labels)) yield found;
  }
}

/** Returns whether a line has several cells, of which the first, or the name of its column, may be the name of a row. */
function mayName(line: string, labels: LabelReader): boolean {
  if (!line.includes('\t') && !line.includes('; ')) return false;
  const [first = ''] = line.split(/\t|; /, 1);
  const [column = '', ...rest] = first.split(': ');
  return labels.match(column).matched > 0 || (rest.length > 0 && labels.match(rest.join(': ')).matched > 0);
}

const nameOf = ({ read, row }: FoundRow): string => {
  const cells = read.table.rows[row]?.cells ?? [];
  return cells[firstFilled(cells)] ?? '';
};

/** Returns whether the name of a row is what the question asks for, as far as that can be in the name itself. */
function isNamed(row: FoundRow, labels: LabelReader): boolean {
  const { found, exactness, matched } = labels.match(nameOf(row));
  // A name that the document has, or a total, is a row where the words around it are asked for.
  if (found.size === 0) return matched > 0 && exactness === 1;
  return exactness >= (matched >= MIN_LONG_WORDS ? MIN_LONG_EXACTNESS : MIN_EXACTNESS);
}

function scoreRow(
  found: FoundRow,
  labels: LabelReader,
  headings: string,
  choose: ColumnChooser,
): (AnsweringRow & { score: number }) | undefined {
  const { read, row } = found;
  const { table } = read;
  const { found: words, exactness, matched } = labels.match(nameOf(found));
  const notes = table.notes.filter(({ length }) => length <= MAX_NOTE);
  const section = sectionOf(table, row);
  const chosen = choose(table, row);
  if (chosen === undefined) return undefined;
  const { columns, length } = chosen;
  const named = columns.map((column) => table.columns[column] ?? '');
  const context = [section, ...notes, headings.slice(-MAX_CONTEXT), ...named].join('\n');
  if (labels.missing(words, context).length > 0) return undefined;
  return {
    read,
    row,
    columns,
    score:
      exactness +
      COVERAGE_WEIGHT * words.size +
      MATCHED_WEIGHT * matched +
      LENGTH_WEIGHT * length +
      SECTION_WEIGHT * matchSection(section, labels),
  };
}

/** Returns how far the heading above a row is what the question asks for: the part of its words, and a little for each. */
function matchSection(section: string, labels: LabelReader): number {
  const { exactness, matched } = labels.match(section);
  return exactness + matched / MAX_SECTION_WORDS;
}

/** Returns the heading among the rows that a row stands below, or the last line above the table. */
function sectionOf({ rows, notes }: Table, row: number): string {
  for (let at = row - 1; at >= 0; at--) {
    const cells = rows[at]?.cells ?? [];
    if (isSectionRow(cells)) return cells[firstFilled(cells)] ?? '';
  }
  const last = notes.at(-1) ?? '';
  return last.length > MAX_NOTE ? '' : last.slice(last.indexOf(': ') + 1);
}
