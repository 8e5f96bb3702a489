import { discriminativeTerms } from '../analysis/stop-words.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { EMPTY_CHUNK } from '../storage/inverted-index.ts';
import { parseAmount } from '../tables/cell-values.ts';
import { findComputedFigure } from '../tables/computed/find-computed-figure.ts';
import { findAmountRow } from '../tables/find-amount-row.ts';
import type { FoundTable, TableHit } from '../tables/find-table-answer.ts';
import { firstFilled } from '../tables/match-table.ts';
import type { ChunkReader } from '../tables/read-table.ts';
import { namesOnly } from './names-only.ts';
import { createDocumentTest } from './share-in-document.ts';

/** Documents that are read; more of them say no more. */
const MAX_READ = 3;

/** Numbers of other documents that answer a question with the same figure, and with another one. */
interface ComparedFigures {
  same: number;
  other: number;
}

/**
 * Counts the documents among the first passages that answer the question with a figure too, where the question has no name that
 * chooses between them and the document of the answer: another one is the same row of the report of another company, the same one
 * a copy.
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
  const words = listRowWords(question, found).map((word) => view.findStems(word));
  let read = 0;
  for (const [entry, passage] of firstOfEach(passages)) {
    if (read === MAX_READ) break;
    const isInDocument = createDocumentTest(view, entry);
    const mayState = entry !== own && words.every((stems) => stems.length === 0 || isInDocument(stems));
    if (!mayState || namesOnly(view, question, own, entry)) continue;
    read++;
    const other = found.isComputed
      ? findComputedFigure(view, question, entry, readLoaded)?.computation.value
      : readFigure(view, question, passage, readLoaded);
    if (other !== undefined) counted[isSame(other, figure) ? 'same' : 'other']++;
  }
  return counted;
}

/**
 * Lists the words of the name of the row that answers, and the numbers of the question: what another document with such a row
 * has.
 */
export function listRowWords(question: string, { answer }: FoundTable): string[] {
  const cells = answer.rows[0]?.cells ?? [];
  const name = discriminativeTerms(cells[firstFilled(cells)] ?? '');
  const numbers = discriminativeTerms(question).filter(({ text }) => /\p{N}/u.test(text));
  return name.length === 0 ? [] : [...name, ...numbers].map(({ text }) => text);
}

/** Returns the first passage of each document, in their order. */
function firstOfEach(passages: readonly TableHit[]): ReadonlyMap<IndexedEntry, TableHit> {
  const found = new Map<IndexedEntry, TableHit>();
  for (const passage of passages) if (!found.has(passage.entry)) found.set(passage.entry, passage);
  return found;
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
