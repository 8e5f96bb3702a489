import { isEnglish } from '../analysis/detect-language.ts';
import type { Equivalents } from '../lexicon/expand-question.ts';
import { createPassageComparer } from '../meaning/compare-passages.ts';
import { bm25f } from '../retrieval/bm25f.ts';
import type { PermittedView } from '../retrieval/permitted-view.ts';
import type { RankedPassage } from '../retrieval/rank-by-keyword.ts';
import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { createDefinitionTest } from './definitions.ts';
import { createClauseReader } from './likely-clauses.ts';
import { orderShortDocuments } from './order-short-documents.ts';
import { isShortDocument } from './passage-windows.ts';
import { createQuestionReader, type QuestionReader } from './question-terms.ts';

/** Documents whose passages are reordered, and passages that each may add to the reranked ones. */
const [MAX_DOCUMENTS, MAX_ADDED] = [10, 40];
/** Weight of the rank among all passages, beside the score among those of the document. */
const OVERALL_WEIGHT = 0.3;
/** Weight of the similarity of meaning, beside the two others. */
const MEANING_WEIGHT = 0.1;
/** Weight of the similarity to the kind of clause that is asked for, and documents in which it is looked for. */
const [CLAUSE_WEIGHT, MAX_CLAUSE_DOCUMENTS] = [1.5, 3];
/** Weight of a definition that the query asks for. */
const DEFINITION_WEIGHT = 1;
/** Passages with less than this share of the document's best score are not added. */
const MIN_ADDED_SHARE = 0.4;

/**
 * Reorders the passages of the best documents, each among the ranks that it holds, by what the query asks of the document
 * once it is found: words that name it count little, and rarity is measured inside it. Appends good passages that are not
 * ranked yet.
 */
export function orderWithinDocuments(
  view: PermittedView,
  text: string,
  ranked: readonly RankedPassage[],
  permits: (passage: RankedPassage) => boolean,
  equivalents: readonly Equivalents[] = [],
): RankedPassage[] {
  const termsOf = createQuestionReader(view, text, equivalents);
  const scorePassages = createPassageScorer(view, text, termsOf);
  const measureMeaning = createMeaningReader(view, text);
  const readClauses = createClauseReader(view, text);
  const ranksByEntry = Map.groupBy(ranked.keys(), (rank) => ranked[rank]?.entry);
  const ordered = [...ranked];
  for (const [at, [entry, ranks]] of [...ranksByEntry].slice(0, MAX_DOCUMENTS).entries()) {
    if (entry === undefined || isShortDocument(entry)) continue;
    const passages = ranks.flatMap((rank) => ranked[rank] ?? []);
    const clauses = at < MAX_CLAUSE_DOCUMENTS ? readClauses?.(entry) : undefined;
    const scores = scorePassages(entry).map(
      (score, position) => score + CLAUSE_WEIGHT * (clauses?.[position] ?? 0),
    );
    const candidates = [...passages, ...listFurther(entry, scores, passages).filter(permits)];
    const best = fuse(candidates, scores, entry, measureMeaning(candidates));
    for (const [position, passage] of best.entries()) {
      const rank = ranks[position];
      if (rank === undefined) ordered.push(passage);
      else ordered[rank] = { ...passage, score: ranked[rank]?.score ?? 0 };
    }
  }
  return orderShortDocuments(view, termsOf, ordered);
}

/**
 * Orders passages of a document by the weighted sum of their score among all passages, that inside the document, and their
 * meaning.
 */
function fuse(
  passages: readonly RankedPassage[],
  scores: Float32Array,
  entry: IndexedEntry,
  meaning: readonly number[],
): RankedPassage[] {
  const highest = Math.max(...passages.map(({ score }) => score));
  const lowest = Math.min(...passages.map(({ score }) => score));
  const fusedScoreOf = ({ chunk, score }: RankedPassage) =>
    OVERALL_WEIGHT * (highest > lowest ? (score - lowest) / (highest - lowest) : 1) +
    (1 - OVERALL_WEIGHT) * (scores[chunk - entry.firstChunk] ?? 0);
  const values = new Map(
    passages.map((passage, at) => [passage, fusedScoreOf(passage) + MEANING_WEIGHT * (meaning[at] ?? 0)]),
  );
  return passages.toSorted((left, right) => (values.get(right) ?? 0) - (values.get(left) ?? 0));
}

/**
 * Creates a function that measures the similarity of meaning of passages and an English query, from 0 for the least to 1 for the
 * most similar.
 */
function createMeaningReader(
  { index }: PermittedView,
  text: string,
): (passages: readonly RankedPassage[]) => number[] {
  if (!isEnglish(text)) return () => [];
  const compare = createPassageComparer(text, index);
  return (passages) => {
    const similarities = passages.map(({ chunk }) => compare(chunk));
    const lowest = Math.min(...similarities);
    const span = Math.max(...similarities) - lowest || 1;
    return similarities.map((similarity) => (similarity - lowest) / span);
  };
}

/** Lists the document's best passages that are not ranked; their score is that of its last ranked one. */
function listFurther(
  entry: IndexedEntry,
  scores: Float32Array,
  ranked: readonly RankedPassage[],
): RankedPassage[] {
  const known = new Set(ranked.map(({ chunk }) => chunk));
  const score = ranked.at(-1)?.score ?? 0;
  return [...scores.keys()]
    .filter(
      (position) => (scores[position] ?? 0) > MIN_ADDED_SHARE && !known.has(entry.firstChunk + position),
    )
    .sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0))
    .slice(0, MAX_ADDED)
    .map((position) => ({ entry, chunk: entry.firstChunk + position, score }));
}

/** Creates a function that scores every passage of a document, the best one 1, or more if it is the requested definition. */
function createPassageScorer(
  view: PermittedView,
  text: string,
  termsOf: QuestionReader,
): (entry: IndexedEntry) => Float32Array {
  const isDefinition = createDefinitionTest(view.index, text);
  const { body, headings } = view.index.chunkFields;
  return (entry) => {
    const { firstChunk: from, chunkCount } = entry;
    const range = { from, to: from + chunkCount, visible: view.chunkMask, kind: 'chunks' } as const;
    const scores = bm25f([body, headings], termsOf(entry), range);
    const highest = scores.reduce((max, score) => Math.max(max, score), 0) || 1;
    return scores.map(
      (score, position) =>
        score / highest + (isDefinition?.(from + position) === true ? DEFINITION_WEIGHT : 0),
    );
  };
}
