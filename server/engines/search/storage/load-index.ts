import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import type { IndexFile } from './index-file.ts';
import { type IndexedEntry, InvertedIndex } from './inverted-index.ts';
import { VectorMatrix } from './vector-matrix.ts';

/** The index in memory. */
export interface LoadedIndex {
  index: InvertedIndex;
  /** Absent until the first vector of a model is stored. */
  vectors: VectorMatrix | undefined;
}

const yieldToEventLoop = createEventLoopYield();

/** Reads the index file from beginning to end. */
export async function loadIndex(file: IndexFile): Promise<LoadedIndex> {
  const index = new InvertedIndex();
  const fingerprint = file.vectors.readFingerprint();
  const vectors = fingerprint === undefined ? undefined : new VectorMatrix(fingerprint);
  for (let row = file.findNextDocument(0); row !== undefined; row = file.findNextDocument(row.key)) {
    const { entry, addChunk, finish } = index.addDocument(row.key, row);
    for (
      let chunk = file.findChunk(row.key, 0);
      chunk !== undefined;
      chunk = file.findChunk(row.key, entry.chunkCount)
    ) {
      addChunk(chunk);
      await yieldToEventLoop();
    }
    finish(row.opening);
    index.publish(entry);
    loadVectors(file, entry, vectors);
  }
  return { index, vectors };
}

export function loadVectors(file: IndexFile, entry: IndexedEntry, vectors: VectorMatrix | undefined): void {
  if (vectors === undefined) return;
  for (const [position, vector] of file.vectors.vectorsOf(entry.versionKey))
    vectors.set(entry.firstChunk + position, vector);
}
