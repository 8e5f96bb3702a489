import { namesOnly } from '../confidence/names-only.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { EMPTY_CHUNK } from '../storage/inverted-index.ts';
import { parseAmount } from './cell-values.ts';
import { findComputedFigure } from './computed/find-computed-figure.ts';
import { findAmountRow } from './find-amount-row.ts';
import type { FoundTable, TableHit } from './find-table-answer.ts';
import type { ChunkReader } from './read-table.ts';

/** Passages whose documents are read, and documents that are counted; more of them say no more. */
const [MAX_PASSAGES, MAX_COUNTED] = [8, 3];

/** Numbers of other documents that answer a question with the same figure, and with another one. */
interface ComparedFigures {
  same: number;
  other: number;
}

/**
 * Counts the documents among the first passages that answer the question with a figure too, where the question has no name that chooses between
 * them and the document of the answer: another one is the same row of the report of another company, the same one a copy.
 */
export function compareFigures(
  view: PermittedView,
  question: string,
  found: FoundTable,
  passages: readonly TableHit[],
  readChunk: ChunkReader,
): ComparedFigures {
  const counted = { same: 0, other: 0 };
  const figure = figureOf(found);
  if (figure === undefined) return counted;
  const own = found.passage.entry;
  // What an OpenSearch server did not return is not fetched for it.
  const readLoaded: ChunkReader = (passage) =>
    view.isLoaded(passage.chunk) ? readChunk(passage) : EMPTY_CHUNK;
  const read = new Set<IndexedEntry>([own]);
  for (const passage of passages.slice(0, MAX_PASSAGES)) {
    if (counted.other === MAX_COUNTED) break;
    if (read.has(passage.entry)) continue;
    read.add(passage.entry);
    if (namesOnly(view, question, own, passage.entry)) continue;
    const other = found.isComputed
      ? findComputedFigure(view, question, passage.entry, readLoaded)?.computation.value
      : readFigure(view, question, passage, readLoaded);
    if (other !== undefined) counted[isSame(other, figure) ? 'same' : 'other']++;
  }
  return counted;
}

function figureOf({ answer, isComputed, isFigure }: FoundTable): string | undefined {
  if (isComputed) return answer.computation?.value;
  return isFigure && answer.column !== undefined ? answer.rows[0]?.cells[answer.column] : undefined;
}

/** Returns the cell of a document that states the figure, where it is a single one. */
function readFigure(
  view: PermittedView,
  question: string,
  passage: TableHit,
  readChunk: ChunkReader,
): string | undefined {
  const found = findAmountRow(view, question, passage, readChunk);
  const [column, ...further] = found?.columns ?? [];
  if (found === undefined || column === undefined || further.length > 0) return undefined;
  return found.read.table.rows[found.row]?.cells[column];
}

/** Returns whether two figures are one, however they are written. */
function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map(parseAmount);
  return left === undefined || right === undefined ? one === other : left === right;
}
