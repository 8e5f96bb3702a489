import { bestFirst } from './best-first.ts';
import { bm25f, type WeightedTerm } from './bm25f.ts';
import { fuse } from './fuse.ts';
import type { Held, KeywordIndex } from './keyword-index.ts';

export interface Ranked {
  held: Held;
  /** The chunk's unit. */
  chunk: number;
  score: number;
}

// Chosen among neighbours on the collections that bench/search-index.ts reads; small steps to either side change little.
const documentsSearchedInside = 10;
const documentFirstShare = 0.6;
const insideShare = 0.5;
/** Inside a document, the words of its title tell nothing of where to look. */
const titleWordWeight = 0.05;

/**
 * The chunks of the documents that `isVisible` accepts, best first, as far as a term is in them or names their
 * document. No score depends on any other document, so none betrays what the reader may not see.
 */
export function* rank(
  index: KeywordIndex,
  terms: readonly WeightedTerm[],
  isVisible: (held: Held) => boolean,
): Generator<Ranked, void> {
  const documentMask = new Uint8Array(index.size.documents);
  const chunkMask = new Uint8Array(index.size.chunks);
  const heldOf = new Map<number, Held>();
  for (const held of index.shown()) {
    if (!isVisible(held)) continue;
    heldOf.set(held.unit, held);
    documentMask[held.unit] = 1;
    chunkMask.fill(1, held.first, held.first + held.count);
  }
  const { title, head, path, body } = index.documentFields;
  const chunkFields = [index.chunkFields.body, index.chunkFields.headings];
  const allDocuments = { from: 0, to: documentMask.length, visible: documentMask };
  const context = bm25f([title, head, path], terms, allDocuments);
  const wholeDocuments = bm25f([body, title, path], terms, allDocuments);

  // One ranking: every chunk by itself, in the context of its document.
  const chunks = bm25f(chunkFields, terms, { from: 0, to: chunkMask.length, visible: chunkMask });
  for (const held of heldOf.values()) {
    const added = context[held.unit] ?? 0;
    if (added === 0) continue;
    for (let chunk = held.first; chunk < held.first + held.count; chunk++)
      chunks[chunk] = (chunks[chunk] ?? 0) + added;
  }

  // The other: the best documents first, and inside each its best chunks.
  const inside = new Float32Array(chunkMask.length);
  for (const unit of bestFirst(wholeDocuments).take(documentsSearchedInside)) {
    const held = heldOf.get(unit);
    if (held === undefined) continue;
    const inTitle = (term: number) => title.has(term, unit);
    const insideTerms = terms.map(({ term, weight }) => ({
      term,
      weight: inTitle(term) ? weight * titleWordWeight : weight,
    }));
    const scope = { from: held.first, to: held.first + held.count, visible: chunkMask };
    const scores = bm25f(chunkFields, insideTerms, scope);
    const best = scores.reduce((most, score) => Math.max(most, score), Number.EPSILON);
    for (const [at, score] of scores.entries()) {
      if (chunks[held.first + at] === 0) continue;
      inside[held.first + at] = (wholeDocuments[unit] ?? 0) * (1 + (insideShare * score) / best);
    }
  }

  for (const { unit, score } of fuse(bestFirst(chunks), bestFirst(inside), documentFirstShare)) {
    const held = heldOf.get(index.documentOf(unit));
    if (held !== undefined) yield { held, chunk: unit, score };
  }
}
