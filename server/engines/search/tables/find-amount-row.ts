import { expandQuestion } from '../lexicon/expand-question.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { type AmountQuestion, readAmountQuestion } from './amount-question.ts';
import { parseAmount } from './cell-values.ts';
import { choosePeriodColumn } from './choose-period.ts';
import { listFigurePassages } from './list-figure-passages.ts';
import { firstFilled, isSectionRow } from './match-table.ts';
import { looksTabular } from './parse-table.ts';
import type { ChunkReader, ReadTable, TablePassage } from './read-table.ts';
import { LabelReader } from './row-labels.ts';
import { statesFigure } from './states-figure.ts';
import { TableReader } from './table-reader.ts';
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
/** Weights of a word of the question in the name of the row, of any word that both have, and of the length of the column's period, beside the exactness of the name. */
const [COVERAGE_WEIGHT, MATCHED_WEIGHT, LENGTH_WEIGHT] = [0.5, 0.02, 0.2];
interface AmountRow {
  read: ReadTable;
  row: number;
  column?: number;
}

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
  const tables = new TableReader(readPassage);
  const isOfDocument = isPeriodOf(view, question, entry);
  let best: (AmountRow & { score: number }) | undefined;
  let compared = 0;
  const known = new Set<number | undefined>();
  for (const chunk of listFigurePassages(view, labels, entry).slice(0, MAX_PASSAGES)) {
    const passage = tables.readPassage(entry, chunk);
    const { text: written, headings } = passage.chunkRead;
    if (!looksTabular(written)) continue;
    for (const found of findRows(passage, labels, tables)) {
      const place = found.read.table.rows[found.row]?.start;
      if (known.has(place)) continue;
      if (compared++ === MAX_ROWS) return best;
      const scored = scoreRow(found, asked, labels, { headings, isOfDocument });
      if (scored === undefined) continue;
      known.add(place);
      if (best === undefined || scored.score > best.score) best = scored;
    }
  }
  return best;
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
  tables: TableReader,
): Generator<AmountRow, void> {
  let at = 0;
  for (const line of passage.chunkRead.text.split('\n')) {
    const from = at;
    at += line.length + 1;
    if (labels.match(line.split(/\t|: |; /, 1)[0] ?? '').found.size === 0) continue;
    const found = tables.findRow(passage, from);
    if (found !== undefined && isNamed(found, labels)) yield found;
  }
}

const nameOf = ({ read, row }: AmountRow): string => {
  const cells = read.table.rows[row]?.cells ?? [];
  return cells[firstFilled(cells)] ?? '';
};

/** Returns whether the name of a row is what the question asks for, as far as that can be in the name itself. */
function isNamed(row: AmountRow, labels: LabelReader): boolean {
  const { found, exactness, matched } = labels.match(nameOf(row));
  return found.size > 0 && exactness >= (matched >= MIN_LONG_WORDS ? MIN_LONG_EXACTNESS : MIN_EXACTNESS);
}

function scoreRow(
  found: AmountRow,
  { period }: AmountQuestion,
  labels: LabelReader,
  { headings, isOfDocument }: { headings: string; isOfDocument: boolean },
): (AmountRow & { score: number }) | undefined {
  const { read, row } = found;
  const { table } = read;
  const cells = table.rows[row]?.cells ?? [];
  const { found: words, exactness, matched } = labels.match(nameOf(found));
  const notes = table.notes.filter(({ length }) => length <= MAX_NOTE);
  const context = [sectionOf(table, row), ...notes, headings.slice(-MAX_CONTEXT)].join('\n');
  if (labels.missing(words, context).length > 0) return undefined;
  const chosen = choosePeriodColumn(table, period, isOfDocument);
  if (period.years.length > 0 && chosen === undefined) return undefined;
  const hasAmount = (column: number) => parseAmount(cells[column] ?? '') !== undefined;
  if (chosen === undefined ? !cells.some((_, column) => hasAmount(column)) : !hasAmount(chosen.column))
    return undefined;
  if (chosen !== undefined && table.rows[row]?.isUneven === true) return undefined;
  return {
    read,
    row,
    // Of several years the row answers, not one of its cells.
    ...(chosen && period.years.length < 2 && { column: chosen.column }),
    score:
      exactness +
      COVERAGE_WEIGHT * words.size +
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
