import { bestFirst } from './descending-scores.ts';
import { bm25f, type WeightedTerm } from './bm25f.ts';
import type { Held } from '../storage/inverted-index.ts';
import type { Permitted } from './permitted-view.ts';

export interface Ranked {
  held: Held;
  /** The chunk's unit. */
  chunk: number;
  score: number;
}

/** A passage counts by its whole document first, then by itself and by what names and begins the document. */
const ownShare = 0.5;

/**
 * The permitted chunks, best first, as far as a term is in them or names their document. No score depends on any other
 * document, so none betrays what the reader may not see.
 */
export function* rank(permitted: Permitted, terms: readonly WeightedTerm[]): Generator<Ranked, void> {
  const { index, documents, documentMask, chunkMask } = permitted;
  const { title, head, path, body } = index.documentFields;
  const allDocuments = { from: 0, to: documentMask.length, visible: documentMask };
  const context = bm25f([title, head, path], terms, allDocuments);
  const whole = bm25f([body, title, path], terms, allDocuments);
  const chunkFields = [index.chunkFields.body, index.chunkFields.headings];
  const scores = bm25f(chunkFields, terms, { from: 0, to: chunkMask.length, visible: chunkMask });
  for (const held of documents) {
    const ofDocument = (whole[held.unit] ?? 0) + ownShare * (context[held.unit] ?? 0);
    const named = (context[held.unit] ?? 0) > 0;
    for (let chunk = held.first; chunk < held.first + held.count; chunk++) {
      const own = scores[chunk] ?? 0;
      scores[chunk] = own > 0 || named ? ofDocument + ownShare * own : 0;
    }
  }
  for (const chunk of bestFirst(scores)) {
    const held = index.heldOf(chunk);
    if (held !== undefined) yield { held, chunk, score: scores[chunk] ?? 0 };
  }
}
