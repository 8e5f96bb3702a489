import { expandQuestion } from '../lexicon/expand-question.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { Chunk } from '../search-types.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { type AmountQuestion, readAmountQuestion } from './amount-question.ts';
import { parseAmount } from './cell-values.ts';
import { choosePeriodColumn } from './choose-period.ts';
import { listFigurePassages } from './list-figure-passages.ts';
import { firstFilled, isSectionRow } from './match-table.ts';
import { looksTabular } from './parse-table.ts';
import { type ReadTable, readTable, type TablePassage } from './read-table.ts';
import { LabelReader } from './row-labels.ts';
import { statesFigure } from './states-figure.ts';
import type { Table } from './table-types.ts';

/** Passages of the first document whose tables are read, those with most of the question first. */
const MAX_TABLES = 10;
/** Part of a row's name that the question must have, and that of a name of which it has three words. */
const [MIN_EXACTNESS, MIN_LONG_EXACTNESS] = [0.7, 0.5];
const MIN_LONG_WORDS = 3;
/** Longer lines above a table are prose, whose words say little about it. */
const [MAX_NOTE, MAX_CONTEXT] = [120, 300];
/** Weights of a word of the question in the name of the row, of any word that both have, and of the length of the column's period, beside the exactness of the name. */
const [COVERAGE_WEIGHT, MATCHED_WEIGHT, LENGTH_WEIGHT] = [0.5, 0.02, 0.2];
interface AmountRow {
  read: ReadTable;
  row: number;
  column?: number;
}

type ChunkReader = (passage: { entry: IndexedEntry; chunk: number }) => Chunk;

interface AnsweringPassage extends TablePassage {
  sentence: { start: number; end: number };
}

/** The row of a table, in a document, that states the figure which a question asks for. */
export function findAmountRow(
  view: PermittedView,
  text: string,
  { entry, chunkRead: firstRead, sentence }: AnsweringPassage,
  readPassage: ChunkReader,
): AmountRow | undefined {
  const question = readAmountQuestion(text);
  if (question === undefined) return undefined;
  const asked = leaveNames(view, question, entry);
  if (asked.words.length === 0) return undefined;
  const labels = new LabelReader(view, asked.words, expandQuestion(text));
  if (statesFigure(firstRead.text.slice(sentence.start, sentence.end), asked, labels)) return undefined;
  const readChunk = readOnce(readPassage);
  const isOfDocument = isPeriodOf(view, question, entry);
  let best: (AmountRow & { score: number }) | undefined;
  const known = new Set<string>();
  for (const chunk of listFigurePassages(view, labels, entry).slice(0, MAX_TABLES)) {
    const chunkRead = readChunk({ entry, chunk });
    if (!looksTabular(chunkRead.text)) continue;
    for (const found of findRows({ entry, chunk, chunkRead }, labels, readChunk)) {
      const scored = scoreRow(found, asked, labels, { headings: chunkRead.headings, isOfDocument });
      const place = `${found.read.table.rows[found.row]?.start}`;
      if (scored === undefined || known.has(place)) continue;
      known.add(place);
      if (best === undefined || scored.score > best.score) best = scored;
    }
  }
  return best;
}

/** Rows of one page have the same passages around them. */
function readOnce(readChunk: ChunkReader): ChunkReader {
  const known = new Map<number, Chunk>();
  return (passage) => {
    const chunk = known.get(passage.chunk) ?? readChunk(passage);
    known.set(passage.chunk, chunk);
    return chunk;
  };
}

/** Leaves out the names that the document has in its title, path or opening: they choose the document, not the row. Without other words the optional ones are asked for. */
function leaveNames(view: PermittedView, question: AmountQuestion, { unit }: IndexedEntry): AmountQuestion {
  const { title, path, opening } = view.index.documentFields;
  const words = question.words.filter(({ text, isName }) => {
    const fields = isName ? [title, path, opening] : [title, path];
    return !view.findStems(text).some((stem) => fields.some((field) => field.has(stem, unit)));
  });
  const isVague = words.every(({ isOptional }) => isOptional);
  return { ...question, words: isVague ? words.map((word) => ({ ...word, isOptional: false })) : words };
}

/** Returns whether the title names the year that is asked for: a fiscal year may differ from that of the dates above the columns. */
function isPeriodOf(view: PermittedView, { period }: AmountQuestion, { unit }: IndexedEntry): boolean {
  const { title } = view.index.documentFields;
  return (
    period.years.length > 0 &&
    period.years.every((year) => view.findStems(year).some((stem) => title.has(stem, unit)))
  );
}

function* findRows(
  passage: TablePassage,
  labels: LabelReader,
  readChunk: ChunkReader,
): Generator<AmountRow, void> {
  const { text, start } = passage.chunkRead;
  let at = 0;
  for (const line of text.split('\n')) {
    const from = at;
    at += line.length + 1;
    if (labels.match(line.split(/\t|: |; /)[0] ?? '').found.size === 0) continue;
    const read = readTable(passage, from, readChunk);
    const row = read?.table.rows.findIndex(({ start: of, end }) => of <= start + from && start + from < end);
    if (read === undefined || row === undefined || row < 0) continue;
    yield { read, row };
  }
}

function scoreRow(
  { read, row }: AmountRow,
  { period }: AmountQuestion,
  labels: LabelReader,
  { headings, isOfDocument }: { headings: string; isOfDocument: boolean },
): (AmountRow & { score: number }) | undefined {
  const { table } = read;
  const cells = table.rows[row]?.cells ?? [];
  const name = cells[firstFilled(cells)] ?? '';
  const { found, exactness, matched } = labels.match(name);
  const least = matched >= MIN_LONG_WORDS ? MIN_LONG_EXACTNESS : MIN_EXACTNESS;
  if (found.size === 0 || exactness < least) return undefined;
  const notes = table.notes.filter(({ length }) => length <= MAX_NOTE);
  const context = [sectionOf(table, row), ...notes, headings.slice(-MAX_CONTEXT)].join('\n');
  if (labels.missing(found, context).length > 0) return undefined;
  const chosen = choosePeriodColumn(table, period, isOfDocument);
  if (period.years.length > 0 && chosen === undefined) return undefined;
  const hasAmount = (column: number) => parseAmount(cells[column] ?? '') !== undefined;
  if (chosen === undefined ? !cells.some((_, column) => hasAmount(column)) : !hasAmount(chosen.column))
    return undefined;
  if (chosen !== undefined && table.rows[row]?.isUneven === true) return undefined;
  return {
    read,
    row,
    ...(chosen && { column: chosen.column }),
    score:
      exactness +
      COVERAGE_WEIGHT * found.size +
      MATCHED_WEIGHT * matched +
      LENGTH_WEIGHT * (chosen?.length ?? 0),
  };
}

/** Returns the heading among the rows that a row stands below. */
function sectionOf({ rows }: Table, row: number): string {
  for (let at = row - 1; at >= 0; at--) {
    const cells = rows[at]?.cells ?? [];
    if (isSectionRow(cells)) return cells[firstFilled(cells)] ?? '';
  }
  return '';
}
