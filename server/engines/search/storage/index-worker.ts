import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { search } from '../retrieval/search.ts';
import type { IndexStatistics, SearchIndex } from '../search-types.ts';
import { suggestDocuments } from '../suggest/suggest-documents.ts';
import { countNextBatch, type IndexChange } from './change-batch.ts';
import { PersistentIndex } from './persistent-index.ts';
import { releaseAfterPauses } from './release-after-pauses.ts';

type Arguments<Method extends keyof SearchIndex> = Parameters<SearchIndex[Method]>;
interface Request {
  id: number;
  epoch: number;
  call:
    | IndexChange
    | { method: 'search'; args: Arguments<'search'> }
    | { method: 'suggestDocuments'; args: Arguments<'suggestDocuments'> }
    | { method: 'listUnembedded'; args: Arguments<'listUnembedded'> }
    | { method: 'readPosition' }
    | { method: 'claimFeed' }
    | { method: 'finishFeed' }
    | { method: 'readStatistics' }
    | { method: 'close' };
}

const port = parentPort;
if (port === null) throw new Error('index-worker.ts runs as a worker thread only.');
/**
 * Memory that a passage takes at most: 1.4 KB of generated contracts were measured, most of it outside the heap, whose limit
 * stands for the memory of the machine. While the index is loaded again, it is in memory twice, with a quarter of stale passages.
 */
const [BYTES_PER_CHUNK, COPIES, HEAP_SHARE] = [2_700, 2.25, 0.9];
const MAX_CHUNKS_IN_HEAP = Math.floor(
  (HEAP_SHARE * getHeapStatistics().heap_size_limit) / (COPIES * BYTES_PER_CHUNK),
);
const index = await PersistentIndex.open(
  String(workerData.file),
  workerData.maxPassages === undefined ? MAX_CHUNKS_IN_HEAP : Number(workerData.maxPassages),
  (removedFor) => port.postMessage({ removedFor }),
);
const noteWork = releaseAfterPauses();
const pendingChanges: { id: number; change: IndexChange }[] = [];
let writeLoop: Promise<void> | undefined;
let isClosing = false;
const pendingQueries: { id: number; args: Arguments<'search'> }[] = [];
let queryLoop: Promise<void> | undefined;
/**
 * Counts failed batches. A change that was sent before the latest failure was known is refused, or `setPosition` could skip it.
 */
let epoch = 0;

function respond(id: number, outcome: { value?: unknown; error?: unknown }): void {
  port?.postMessage({ id, epoch, ...outcome });
}

function rejectChanges(changes: readonly { id: number }[], error: unknown): void {
  for (const { id } of changes) respond(id, { error });
}

/** Applies changes as they come, and writes groups of documents while there are none. */
async function applyPendingChanges(): Promise<void> {
  do await applyAll();
  while ((await writeGroup()) || pendingChanges.length > 0);
  noteWork();
  writeLoop = undefined;
}

async function writeGroup(): Promise<boolean> {
  if (isClosing) return false;
  // A group only speeds up the next start, so that a failure, of a full disk for example, is left to the next change.
  return index.writeGroup().catch(() => false);
}

async function applyAll(): Promise<void> {
  while (pendingChanges.length > 0) {
    const batch = pendingChanges.splice(
      0,
      countNextBatch(pendingChanges.values().map(({ change }) => change)),
    );
    try {
      const values = await index.apply(batch.map(({ change }) => change));
      for (const [place, { id }] of batch.entries()) respond(id, { value: values[place] });
    } catch (error) {
      epoch++;
      rejectChanges(batch, error);
      rejectChanges(pendingChanges.splice(0), new Error('An earlier change failed.', { cause: error }));
    }
  }
}

/** Answers one query per turn of the event loop, so that a steady stream of queries does not starve writes. */
async function answerPendingQueries(): Promise<void> {
  for (let next = pendingQueries.shift(); next !== undefined; next = pendingQueries.shift()) {
    const { id, args } = next;
    try {
      respond(id, { value: search(index, ...args) });
    } catch (error) {
      respond(id, { error });
    }
    await setImmediate();
  }
  noteWork();
  queryLoop = undefined;
}

function readStatistics(): IndexStatistics {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return { ...index.statistics, memory: { ...index.limits, usedBytes: heap + external } };
}

async function close(id: number): Promise<void> {
  isClosing = true;
  await Promise.all([writeLoop, queryLoop]);
  index.close();
  respond(id, {});
}

async function listUnembedded(id: number, args: Arguments<'listUnembedded'>): Promise<void> {
  try {
    // A further change may have arrived while the last one was awaited.
    while (writeLoop !== undefined) await writeLoop;
    respond(id, { value: index.listUnembedded(...args) });
  } catch (error) {
    respond(id, { error });
  }
}

function handleRequest({ id, epoch: senderEpoch, call }: Request): void {
  try {
    if (call.method === 'search') {
      pendingQueries.push({ id, args: call.args });
      queryLoop ??= answerPendingQueries();
    } else if (call.method === 'suggestDocuments') {
      respond(id, { value: suggestDocuments(index.loaded.index, ...call.args) });
    } else if (call.method === 'listUnembedded') void listUnembedded(id, call.args);
    // Each process has an index of its own.
    else if (call.method === 'claimFeed') respond(id, { value: true });
    else if (call.method === 'finishFeed') respond(id, {});
    else if (call.method === 'readPosition') respond(id, { value: index.position });
    else if (call.method === 'readStatistics') respond(id, { value: readStatistics() });
    else if (call.method === 'close') void close(id);
    else if (senderEpoch < epoch) respond(id, { error: new Error('An earlier change failed.') });
    else {
      pendingChanges.push({ id, change: call });
      writeLoop ??= applyPendingChanges();
    }
  } catch (error) {
    respond(id, { error });
  }
}

port.on('message', handleRequest);
// An index of an earlier version has no groups yet.
writeLoop = applyPendingChanges();
