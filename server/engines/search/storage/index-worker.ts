import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { SearchQuery } from '../search-engine.ts';
import { countNextBatch } from './change-batch.ts';
import type { IndexChange } from './index-change.ts';
import { PersistentIndex } from './persistent-index.ts';

interface Request {
  id: number;
  epoch: number;
  call:
    | IndexChange
    | { method: 'search'; args: [SearchQuery] }
    | { method: 'suggestDocuments'; args: [SearchQuery] }
    | { method: 'listUnembedded'; args: Parameters<PersistentIndex['listUnembedded']> }
    | { method: 'readPosition' }
    | { method: 'readStatistics' }
    | { method: 'close' };
}
type QueuedChange = { id: number; change: IndexChange };

const port = parentPort;
if (port === null) throw new Error('index-worker.ts runs as a worker thread only.');
const index = await PersistentIndex.open(String(workerData.file));
const queue: QueuedChange[] = [];
let writeLoop: Promise<void> | undefined;
const pendingQueries: { id: number; query: SearchQuery }[] = [];
let queryLoop: Promise<void> | undefined;
/** Counts failed batches. What the other side sent before it knew of the latest is refused, lest `advance` skip a change. */
let epoch = 0;

function respond(id: number, outcome: { value?: unknown; error?: unknown }): void {
  port?.postMessage({ id, epoch, ...outcome });
}

function rejectChanges(waiting: readonly QueuedChange[], error: unknown): void {
  for (const { id } of waiting) respond(id, { error });
}

async function applyQueuedChanges(): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0, countNextBatch(queue.values().map(({ change }) => change)));
    try {
      await index.apply(batch.map(({ change }) => change));
      for (const { id } of batch) respond(id, {});
    } catch (error) {
      epoch++;
      rejectChanges(batch, error);
      rejectChanges(queue.splice(0), new Error('An earlier change failed.', { cause: error }));
    }
  }
  writeLoop = undefined;
}

/**
 * One question a turn, however many wait: whatever is being written has its slice of each turn, or people who go on asking
 * would keep new documents out for ever.
 */
async function answerPendingQueries(): Promise<void> {
  for (let next = pendingQueries.shift(); next !== undefined; next = pendingQueries.shift()) {
    const { id, query } = next;
    try {
      respond(id, { value: index.query(query) });
    } catch (error) {
      respond(id, { error });
    }
    await setImmediate();
  }
  queryLoop = undefined;
}

async function close(id: number): Promise<void> {
  await Promise.all([writeLoop, queryLoop]);
  index.close();
  respond(id, {});
}

async function listUnembedded(
  id: number,
  args: Parameters<PersistentIndex['listUnembedded']>,
): Promise<void> {
  try {
    // A further change may have come while the last one was waited for.
    while (writeLoop !== undefined) await writeLoop;
    respond(id, { value: index.listUnembedded(...args) });
  } catch (error) {
    respond(id, { error });
  }
}

function handleRequest({ id, epoch: known, call }: Request): void {
  try {
    if (call.method === 'search') {
      pendingQueries.push({ id, query: call.args[0] });
      queryLoop ??= answerPendingQueries();
    } else if (call.method === 'suggestDocuments') respond(id, { value: index.suggest(...call.args) });
    else if (call.method === 'listUnembedded') void listUnembedded(id, call.args);
    else if (call.method === 'readPosition') respond(id, { value: index.position });
    else if (call.method === 'readStatistics') respond(id, { value: index.stats });
    else if (call.method === 'close') void close(id);
    else if (known < epoch) respond(id, { error: new Error('An earlier change failed.') });
    else {
      queue.push({ id, change: call });
      writeLoop ??= applyQueuedChanges();
    }
  } catch (error) {
    respond(id, { error });
  }
}

port.on('message', handleRequest);
