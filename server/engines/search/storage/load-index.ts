import { createEventLoopYield } from '#server/engines/event-loop/yield-to-event-loop.ts';
import { GroupLoader } from './groups/group-loader.ts';
import type { IndexFile } from './index-file.ts';
import type { EntryBuilder, IndexedEntry } from './indexed-entry.ts';
import { InvertedIndex } from './inverted-index.ts';
import { VectorMatrix } from './vector-matrix.ts';

/** The index in memory. */
export interface LoadedIndex {
  index: InvertedIndex;
  /** Absent until the first vector of a model is stored. */
  vectors: VectorMatrix | undefined;
}

const yieldToEventLoop = createEventLoopYield();

/** Reads the index file from beginning to end; analyzes documents that another version of the analysis has written. */
export async function loadIndex(file: IndexFile): Promise<LoadedIndex> {
  file.begin();
  try {
    const loaded = await readDocuments(file);
    file.commit();
    return loaded;
  } catch (error) {
    file.rollback();
    throw error;
  }
}

async function readDocuments(file: IndexFile): Promise<LoadedIndex> {
  const index = new InvertedIndex();
  const fingerprint = file.vectors.readFingerprint();
  const vectors = fingerprint === undefined ? undefined : new VectorMatrix(fingerprint);
  const publish = (entry: IndexedEntry): void => {
    index.publish(entry);
    loadVectors(file, entry, vectors);
  };
  file.groups.removeOutdated();
  const loader = new GroupLoader(index);
  for (let group = file.groups.findNext(0); group !== undefined; group = file.groups.findNext(group.key)) {
    for (const entry of loader.add(group)) publish(entry);
    await yieldToEventLoop();
  }
  for (let row = file.findNextDocument(0); row !== undefined; row = file.findNextDocument(row.key)) {
    const builder = index.addDocument(row.key, row);
    const analysis = file.findAnalysis(row.key);
    if (analysis !== undefined) builder.addAnalysis(analysis);
    else file.setAnalysis(row.key, await analyzeChunks(file, builder, row.opening));
    await yieldToEventLoop();
    publish(builder.entry);
  }
  for (const _ of index.compact()) await yieldToEventLoop();
  return { index, vectors };
}

async function analyzeChunks(
  file: IndexFile,
  { entry, addChunk, finish }: EntryBuilder,
  opening: string,
): Promise<Buffer> {
  for (
    let chunk = file.findChunk(entry.versionKey, 0);
    chunk !== undefined;
    chunk = file.findChunk(entry.versionKey, entry.chunkCount)
  ) {
    addChunk(chunk);
    await yieldToEventLoop();
  }
  return finish(opening);
}

export function loadVectors(file: IndexFile, entry: IndexedEntry, vectors: VectorMatrix | undefined): void {
  if (vectors === undefined) return;
  for (const [position, vector] of file.vectors.vectorsOf(entry.versionKey))
    vectors.set(entry.firstChunk + position, vector);
}
