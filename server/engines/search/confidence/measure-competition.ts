import { isStatement } from '../ranking/is-statement.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { unitOf } from '../storage/indexed-field.ts';
import type { FoundTable, TableHit } from '../tables/find-table-answer.ts';
import type { ChunkReader } from '../tables/read-table.ts';
import { compareFigures, listRowWords } from './compare-figures.ts';
import { countOtherSentences } from './count-other-sentences.ts';
import { namesOnly } from './names-only.ts';

/**
 * Describes the kind of query and the documents that could be meant as well, in the order in which measureCompetition returns
 * them.
 */
export const COMPETITION_FEATURES = [
  'query is a statement',
  'query is a question',
  'logarithm of the number of permitted documents',
  'logarithm of 1 and the number of other documents whose passage has nearly the score of the first',
  'the question names this document rather than the next one; a half where there is no other',
  'logarithm of 1 and the number of other documents with a passage that has the words of the row of a figure and the numbers of the question',
  'logarithm of 1 and the number of other documents that answer with another figure, or in the same sentence with other numbers, where the question does not choose between them',
  'other documents answer with the same figure, and none with another one',
] as const;

type AnsweringPassage = RankedPassage & TableHit & { text: string };

/** Passages that the first is compared with, and the part of its score that is nearly as much. */
const [MAX_COMPARED_PASSAGES, NEARLY] = [7, 0.9];
const QUESTION = /\?\s*$|^\s*(?:who|whom|whose|what|which|when|where|why|how)\b/i;

/**
 * Measures how many documents compete with that of the first passage: without a name in the question, the likeliest of many is
 * seldom the right one.
 */
export function measureCompetition(
  view: PermittedView,
  question: string,
  table: FoundTable | undefined,
  passages: readonly [AnsweringPassage, ...AnsweringPassage[]],
  readChunk: ChunkReader,
): number[] {
  const [first, ...others] = passages;
  const next = others.slice(0, MAX_COMPARED_PASSAGES).filter(({ entry }) => entry !== first.entry);
  const near = next.filter(({ score }) => score >= NEARLY * first.score);
  const [other] = next;
  const isNamed = other === undefined ? 0.5 : Number(namesOnly(view, question, first.entry, other.entry));
  const isOfFigure = table?.isFigure === true || table?.isComputed === true;
  const figures = isOfFigure
    ? compareFigures(view, question, table, passages, readChunk)
    : { same: 0, other: countOtherSentences(view, question, passages) };
  return [
    Number(isStatement(question)),
    Number(QUESTION.test(question)),
    Math.log(view.documentCount),
    Math.log(1 + new Set(near.map(({ entry }) => entry)).size),
    isNamed,
    isOfFigure ? Math.log(1 + countWithRow(view, question, table, first.entry)) : 0,
    Math.log(1 + figures.other),
    Number(figures.same > 0 && figures.other === 0),
  ];
}

/** Counts the other documents with a passage that has all words of the row's name and all numbers of the question. */
function countWithRow(view: PermittedView, question: string, table: FoundTable, own: IndexedEntry): number {
  const words = listRowWords(question, table)
    .map((word) => view.findStems(word))
    .filter((stems) => stems.length > 0)
    .sort((one, another) => view.countHolders(one) - view.countHolders(another));
  const [rarest = [], ...rest] = words;
  const { body } = view.index.chunkFields;
  const hasRest = (chunk: number) => rest.every((stems) => stems.some((stem) => body.has(stem, chunk)));
  const found = new Set<IndexedEntry>();
  // `findStems` has read all of these stems, so that the postings stay valid.
  for (const stem of rarest)
    for (const posting of body.postingsOf(stem)) {
      const chunk = unitOf(posting);
      const entry = view.chunkMask[chunk] === 1 && hasRest(chunk) ? view.index.entryOf(chunk) : undefined;
      if (entry !== undefined && entry !== own) found.add(entry);
    }
  return found.size;
}
