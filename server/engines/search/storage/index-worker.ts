import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Change } from './index-change.ts';
import { nextBatch } from './change-batch.ts';
import type { Query } from '../search-engine.ts';
import { StoredIndex } from './persistent-index.ts';

interface Request {
  id: number;
  epoch: number;
  call:
    | Change
    | { method: 'query'; args: [Query] }
    | { method: 'suggest'; args: [Query] }
    | { method: 'unembedded'; args: Parameters<StoredIndex['unembedded']> }
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
const asked: { id: number; query: Query }[] = [];
let answering: Promise<void> | undefined;
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

/**
 * One question a turn, however many wait: whatever is being written has its slice of each turn, or people who go on asking
 * would keep new documents out for ever.
 */
async function answerInTurn(): Promise<void> {
  for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
    const { id, query } = next;
    try {
      answer(id, { value: stored.query(query) });
    } catch (error) {
      answer(id, { error });
    }
    await setImmediate();
  }
  answering = undefined;
}

async function close(id: number): Promise<void> {
  await Promise.all([writing, answering]);
  stored.close();
  answer(id, {});
}

async function listUnembedded(id: number, args: Parameters<StoredIndex['unembedded']>): Promise<void> {
  try {
    // A further change may have come while the last one was waited for.
    while (writing !== undefined) await writing;
    answer(id, { value: stored.unembedded(...args) });
  } catch (error) {
    answer(id, { error });
  }
}

function serve({ id, epoch: known, call }: Request): void {
  try {
    if (call.method === 'query') {
      asked.push({ id, query: call.args[0] });
      answering ??= answerInTurn();
    } else if (call.method === 'suggest') answer(id, { value: stored.suggest(...call.args) });
    else if (call.method === 'unembedded') void listUnembedded(id, call.args);
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
