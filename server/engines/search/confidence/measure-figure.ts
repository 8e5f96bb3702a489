import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import {
  asksForComputation,
  readComputedQuestion,
  saysComputation,
} from '../tables/computed/computed-question.ts';
import type { FoundTable } from '../tables/find-table-answer.ts';
import { looksTabular } from '../tables/parse-table.ts';
import { namesOnly } from './names-only.ts';

/**
 * Describes the features of a figure that is read from a table, in the order in which measureFigure returns them; all are 0 for
 * another answer.
 */
export const FIGURE_FEATURES = [
  'is the cell of the row and the period that the question asks for',
  'the question names this document rather than the next one, or there is no other',
  'is computed from the cells of rows and periods that the question asks for',
  'a figure is asked for that has to be computed, and the answer is a row or a text without it',
] as const;

/** A passage with its text and the offsets of its best sentence. */
interface AnsweringPassage {
  entry: IndexedEntry;
  text: string;
  sentence: { start: number; end: number };
}

/** Measures whether a figure that is read or computed from a table is the one that the question asks for. */
export function measureFigure(
  view: PermittedView,
  question: string,
  table: FoundTable | undefined,
  [first, ...others]: readonly [AnsweringPassage, ...AnsweringPassage[]],
): number[] {
  const isFigure = table?.isFigure === true && table.answer.column !== undefined;
  const isComputed = table?.isComputed === true;
  if (!isFigure && !isComputed) {
    return [
      0,
      0,
      0,
      Number(lacksComputation(question, table, first.text.slice(first.sentence.start, first.sentence.end))),
    ];
  }
  const next = others.find(({ entry }) => entry !== first.entry)?.entry;
  const isNamed = next === undefined || namesOnly(view, question, table.passage.entry, next);
  return [Number(isFigure), Number(isNamed), Number(isComputed), 0];
}

/**
 * Returns whether a figure is asked for that neither a column of changes nor a sentence states. Prose answers other questions for
 * changes too.
 */
function lacksComputation(question: string, table: FoundTable | undefined, sentence: string): boolean {
  const { columns, column = -1 } = table?.answer ?? { columns: [] };
  if (saysComputation(table === undefined ? sentence : `${columns[column] ?? ''} 1`)) return false;
  return table === undefined && !looksTabular(sentence)
    ? readComputedQuestion(question) !== undefined
    : asksForComputation(question);
}
