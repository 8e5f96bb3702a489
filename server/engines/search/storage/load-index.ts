import { createBreather } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { IndexFile } from './index-file.ts';
import { type Held, KeywordIndex } from './inverted-index.ts';
import { VectorRows } from './vector-matrix.ts';

/** The index in memory. */
export interface Whole {
  index: KeywordIndex;
  /** None before the first vector of a model. */
  vectors: VectorRows | undefined;
}

const breathe = createBreather();

/** Reads the index file from beginning to end. */
export async function readWhole(file: IndexFile): Promise<Whole> {
  const index = new KeywordIndex();
  const fingerprint = file.vectors.fingerprint();
  const vectors = fingerprint === undefined ? undefined : new VectorRows(fingerprint);
  for (let row = file.documentAfter(0); row !== undefined; row = file.documentAfter(row.key)) {
    const { held, read, finish } = index.begin(row.key, row);
    for (let chunk = file.chunk(row.key, 0); chunk !== undefined; chunk = file.chunk(row.key, held.count)) {
      read(chunk);
      await breathe();
    }
    finish(row.head);
    index.show(held);
    readVectors(file, held, vectors);
  }
  return { index, vectors };
}

export function readVectors(file: IndexFile, held: Held, vectors: VectorRows | undefined): void {
  if (vectors === undefined) return;
  for (const [position, vector] of file.vectors.vectorsOf(held.key))
    vectors.set(held.first + position, vector);
}
