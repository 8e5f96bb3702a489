import type { IndexedEntry } from '../storage/indexed-entry.ts';
import { bm25f, type WeightedTerm } from './bm25f.ts';
import { inDescendingOrder } from './descending-scores.ts';
import type { PermittedView } from './permitted-view.ts';

export interface RankedPassage {
  entry: IndexedEntry;
  /** The chunk's unit. */
  chunk: number;
  score: number;
}

/** Weight of the passage itself, and of its document's labels and opening, beside the score of the whole document. */
const PASSAGE_WEIGHT = 0.5;

/**
 * Yields the permitted chunks that contain a term, or whose document's title, opening or path does, best first. No score
 * depends on other documents than the permitted ones.
 */
export function* rankByKeyword(
  view: PermittedView,
  terms: readonly WeightedTerm[],
): Generator<RankedPassage, void> {
  const { index, documents, documentMask, chunkMask } = view;
  const { title, opening, path, body } = index.documentFields;
  const allDocuments = {
    from: 0,
    to: documentMask.length,
    visible: documentMask,
    kind: 'documents',
  } as const;
  const contextScores = bm25f([title, opening, path], terms, allDocuments);
  const documentScores = bm25f([body, title, path], terms, allDocuments);
  const chunkFields = [index.chunkFields.body, index.chunkFields.headings];
  const scores = bm25f(chunkFields, terms, {
    from: 0,
    to: chunkMask.length,
    visible: chunkMask,
    kind: 'chunks',
  });
  for (const { unit, firstChunk, chunkCount } of documents) {
    const contextScore = contextScores[unit] ?? 0;
    const documentScore = (documentScores[unit] ?? 0) + PASSAGE_WEIGHT * contextScore;
    for (let chunk = firstChunk; chunk < firstChunk + chunkCount; chunk++) {
      const chunkScore = scores[chunk] ?? 0;
      const isMatch = chunkScore > 0 || contextScore > 0;
      scores[chunk] = isMatch ? documentScore + PASSAGE_WEIGHT * chunkScore : 0;
    }
  }
  for (const chunk of inDescendingOrder(scores)) {
    const entry = index.entryOf(chunk);
    if (entry !== undefined) yield { entry, chunk, score: scores[chunk] ?? 0 };
  }
}
