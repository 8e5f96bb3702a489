import type { IndexedEntry } from '../storage/inverted-index.ts';
import { bm25f, type WeightedTerm } from './bm25f.ts';
import { inDescendingOrder } from './descending-scores.ts';
import type { PermittedView } from './permitted-view.ts';

export interface RankedPassage {
  entry: IndexedEntry;
  /** The chunk's unit. */
  chunk: number;
  score: number;
}

/** A passage counts by its whole document first, then by itself and by what names and begins the document. */
const PASSAGE_WEIGHT = 0.5;

/**
 * The permitted chunks, best first, as far as a term is in them or names their document. No score depends on any other
 * document, so none betrays what the reader may not see.
 */
export function* rankByKeyword(
  view: PermittedView,
  terms: readonly WeightedTerm[],
): Generator<RankedPassage, void> {
  const { index, documents, documentMask, chunkMask } = view;
  const { title, head, path, body } = index.documentFields;
  const allDocuments = { from: 0, to: documentMask.length, visible: documentMask };
  const contextScores = bm25f([title, head, path], terms, allDocuments);
  const documentScores = bm25f([body, title, path], terms, allDocuments);
  const chunkFields = [index.chunkFields.body, index.chunkFields.headings];
  const scores = bm25f(chunkFields, terms, { from: 0, to: chunkMask.length, visible: chunkMask });
  for (const held of documents) {
    const ofDocument = (documentScores[held.unit] ?? 0) + PASSAGE_WEIGHT * (contextScores[held.unit] ?? 0);
    const named = (contextScores[held.unit] ?? 0) > 0;
    for (let chunk = held.firstChunk; chunk < held.firstChunk + held.chunkCount; chunk++) {
      const own = scores[chunk] ?? 0;
      scores[chunk] = own > 0 || named ? ofDocument + PASSAGE_WEIGHT * own : 0;
    }
  }
  for (const chunk of inDescendingOrder(scores)) {
    const held = index.entryOf(chunk);
    if (held !== undefined) yield { entry: held, chunk, score: scores[chunk] ?? 0 };
  }
}
