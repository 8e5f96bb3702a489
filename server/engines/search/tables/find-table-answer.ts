import { removeNamingNumbers } from '#shared/domain/answer-types.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { answerFromTable } from './answer-from-table.ts';
import { type AnsweringRows, rowsAt } from './choose-column.ts';
import { findComputedFigure } from './computed/find-computed-figure.ts';
import { describeAnswer } from './describe-answer.ts';
import { findAmountRow } from './find-amount-row.ts';
import { coverageOf, matchTable, type TermFinder } from './match-table.ts';
import { looksTabular } from './parse-table.ts';
import {
  type ChunkReader,
  createChunkReader,
  type ReadTable,
  readTable,
  type TablePassage,
} from './read-table.ts';
import { statesCount } from './stated-rows.ts';
import { ASKS_FOR_SUM, readTableQuestion } from './table-question.ts';
import type { Table, TableAnswer } from './table-types.ts';
import { createTermFinder } from './term-finder.ts';

/** Passages among which a table that computes the answer is looked for, and tables that are read. */
const [MAX_PASSAGES, MAX_TABLES] = [8, 3];
/** Share of the question that a computed answer's table must contain, and that of a row of the first passage. */
const [MIN_COMPUTED_COVERAGE, MIN_ROW_COVERAGE] = [0.75, 0.6];

/** A passage with the offsets of its best sentence. */
export interface TableHit extends TablePassage {
  sentence: { start: number; end: number };
}

export interface FoundTable {
  answer: TableAnswer;
  /** The passage that has the first row, which is its sentence. */
  passage: TableHit;
  /** True where the answer is the row that states the figure which is asked for. */
  isFigure?: boolean;
  /** True where the answer is computed from cells that state its parts. */
  isComputed?: boolean;
}

/**
 * Answers from the rows of a table: from that of the first passage if its sentence stands in one, and for a question that asks to
 * order, count or add from the table among the first passages that has the most of the question.
 */
export function findTableAnswer(
  view: PermittedView,
  text: string,
  passages: readonly TableHit[],
  readChunk: ChunkReader,
): FoundTable | undefined {
  const question = readTableQuestion(text);
  const chunkOf = createChunkReader(readChunk);
  const computes = asksToCompute(question);
  const [first] = passages;
  const computed = first && findComputed(view, text, first, chunkOf);
  if (computed !== undefined) return computed;
  // A total may be a row of its own, and a number too.
  const isOrdered = question.order !== undefined && question.order !== 'latest';
  if (!isOrdered && question.periodOrder === undefined && !question.asksForList) {
    const stated = findStatedFigure(view, text, passages, chunkOf);
    if (stated !== undefined) return stated;
  }
  if (!computes && !question.asksForValue) return undefined;
  const { terms, find, findAmong } = createTermFinder(view, text);
  if (terms.length === 0) return undefined;
  if (first && question.asksForCount && saysCount(first, find)) return undefined;
  let tables = 0;
  const known: { entry: IndexedEntry; table: Table }[] = [];
  let best: (FoundTable & { coverage: number }) | undefined;
  for (const [position, passage] of passages.slice(0, computes ? MAX_PASSAGES : 1).entries()) {
    if (tables === MAX_TABLES) break;
    const { chunkRead, entry } = passage;
    // The table of an earlier passage gives the same rows again.
    if (known.some((read) => read.entry === entry && hasRowAt(read.table, passage))) {
      tables++;
      continue;
    }
    const read = readTable(passage, passage.sentence.start, chunkOf);
    if (read === undefined) continue;
    const { table } = read;
    tables++;
    known.push({ entry, table });
    const context = [chunkRead.sheet ?? '', chunkRead.headings, entry.title].join('\n');
    const match = matchTable(table, context, terms, { find, findInRow: findAmong(read.passages) });
    const rows = answerFromTable(table, question, match, { terms, find, text });
    if (rows === undefined || saysNothing(rows, find)) continue;
    const isSum = rows.computation?.kind === 'sum';
    const coverage = coverageOf(match, terms, isSum ? ASKS_FOR_SUM : undefined);
    const isComputed = rows.computation !== undefined || (question.asksForList && rows.rows.length > 1);
    if (position > 0 && !isComputed) continue;
    if (coverage < (isComputed ? MIN_COMPUTED_COVERAGE : MIN_ROW_COVERAGE)) continue;
    if (best === undefined || coverage > best.coverage)
      best = {
        coverage,
        answer: describeAnswer(passage, table, rows),
        passage: passageOf(read, rows, passage),
      };
  }
  return best;
}

/** Tells whether the answer is not a cell of the table but found from several. */
const asksToCompute = (question: ReturnType<typeof readTableQuestion>): boolean =>
  question.order !== undefined ||
  question.periodOrder !== undefined ||
  question.asksForSum ||
  question.asksForAverage ||
  question.asksForCount ||
  question.asksForList;

/** Returns whether the best sentence is prose that says the number. */
function saysCount({ chunkRead, sentence }: TableHit, find: TermFinder): boolean {
  const written = chunkRead.text.slice(sentence.start, sentence.end);
  return !looksTabular(written) && statesCount(written, find);
}

type ReadHit = TableHit & { score: number; text: string };

/** Puts the passage with the first row of the answer first, with the best score. */
export function putTableFirst(passages: readonly ReadHit[], { passage }: FoundTable): ReadHit[] {
  const score = passages[0]?.score ?? 0;
  const others = passages.filter(({ chunk }) => chunk !== passage.chunk);
  return [{ ...passage, score, text: passage.chunkRead.text }, ...others];
}

/** Answers with the row of the first document that states the figure, unless a sentence states it. */
function findStatedFigure(
  view: PermittedView,
  text: string,
  [first]: readonly TableHit[],
  readChunk: ChunkReader,
): FoundTable | undefined {
  const found = first && findAmountRow(view, text, first, readChunk);
  if (first === undefined || found === undefined) return undefined;
  const { read, row, columns } = found;
  const [column] = columns;
  const isOne = columns.length === 1 && column !== undefined;
  // If several years are asked for, the row answers, with the columns of all.
  const rows = { rows: rowsAt(read.table, [row]), ...(isOne ? { column } : { columns }) };
  const passage = passageOf(read, rows, first);
  return { answer: describeAnswer(passage, read.table, rows), passage, isFigure: true };
}

/** Answers with a figure that is computed from cells of the first document. */
function findComputed(
  view: PermittedView,
  text: string,
  first: TableHit,
  readChunk: ChunkReader,
): FoundTable | undefined {
  const found = findComputedFigure(view, text, first.entry, readChunk);
  if (found === undefined) return undefined;
  const { read, computation } = found;
  const rows = { rows: rowsAt(read.table, found.rows), computation };
  const passage = passageOf(read, rows, first);
  return { answer: describeAnswer(passage, read.table, rows), passage, isComputed: true };
}

/** Returns whether the best sentence of a passage stands among the rows of a table. */
function hasRowAt({ rows }: Table, { chunkRead, sentence }: TableHit): boolean {
  const place = chunkRead.start + sentence.start;
  return (rows[0]?.start ?? Number.POSITIVE_INFINITY) <= place && place < (rows.at(-1)?.end ?? 0);
}

/**
 * Returns whether the rows have no words but those of the question, and numbers that name things: the header of a page, for
 * example.
 */
const saysNothing = ({ rows, computation }: AnsweringRows, find: TermFinder): boolean =>
  computation === undefined &&
  rows.every(({ cells }) =>
    cells.every((cell) => {
      const { words, shared } = find(removeNamingNumbers(cell));
      return words <= shared;
    }),
  );

/** Finds the passage of the first row; a row that goes on in the next passage ends with its own. */
function passageOf({ passages }: ReadTable, { rows: [row] }: AnsweringRows, found: TablePassage): TableHit {
  const start = row?.start ?? 0;
  const passage =
    passages.find(({ chunkRead }) => chunkRead.start <= start && start < chunkRead.end) ?? found;
  const { start: from, text } = passage.chunkRead;
  return {
    ...passage,
    sentence: { start: Math.max(0, start - from), end: Math.min(text.length, (row?.end ?? 0) - from) },
  };
}
