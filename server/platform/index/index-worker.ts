import { parentPort, workerData } from 'node:worker_threads';
import { nextBatch } from './change-batch.ts';
import type { Query } from './search-index.ts';
import { type Change, StoredIndex } from './stored-index.ts';

interface Request {
  id: number;
  epoch: number;
  call:
    | Change
    | { method: 'query'; args: [Query] }
    | { method: 'suggest'; args: [Query] }
    | { method: 'position' }
    | { method: 'stats' }
    | { method: 'close' };
}
type Waiting = { id: number; change: Change };

const port = parentPort;
if (port === null) throw new Error('index-worker.ts runs as a worker thread only.');
const stored = await StoredIndex.open(String(workerData.file));
const queue: Waiting[] = [];
let writing: Promise<void> | undefined;
/** Counts failed batches. What the other side sent before it knew of the latest is refused, lest `advance` skip a change. */
let epoch = 0;

function answer(id: number, outcome: { value?: unknown; error?: unknown }): void {
  port?.postMessage({ id, epoch, ...outcome });
}

function refuse(waiting: readonly Waiting[], error: unknown): void {
  for (const { id } of waiting) answer(id, { error });
}

async function write(): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0, nextBatch(queue.values().map(({ change }) => change)));
    try {
      await stored.apply(batch.map(({ change }) => change));
      for (const { id } of batch) answer(id, {});
    } catch (error) {
      epoch++;
      refuse(batch, error);
      refuse(queue.splice(0), new Error('An earlier change failed.', { cause: error }));
    }
  }
  writing = undefined;
}

async function close(id: number): Promise<void> {
  await writing;
  stored.close();
  answer(id, {});
}

function serve({ id, epoch: known, call }: Request): void {
  try {
    if (call.method === 'query') answer(id, { value: stored.query(...call.args) });
    else if (call.method === 'suggest') answer(id, { value: stored.suggest(...call.args) });
    else if (call.method === 'position') answer(id, { value: stored.position });
    else if (call.method === 'stats') answer(id, { value: stored.stats });
    else if (call.method === 'close') void close(id);
    else if (known < epoch) answer(id, { error: new Error('An earlier change failed.') });
    else {
      queue.push({ id, change: call });
      writing ??= write();
    }
  } catch (error) {
    answer(id, { error });
  }
}

port.on('message', serve);
