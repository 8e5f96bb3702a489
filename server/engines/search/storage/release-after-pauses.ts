import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from '#server/engines/event-loop/collect-garbage.ts';

const PAUSE_MS = 1_000;
/** A collection takes as long as two questions. */
const MIN_GROWTH_BYTES = 64 * 1024 ** 2;

interface Memory {
  /** Returns the bytes that this thread holds. */
  read(): number;
  collect(): void;
}

const threadMemory: Memory = {
  read() {
    const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
    return heap + external;
  },
  collect: () => collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
};

/**
 * Gives back what questions leave behind, once none has come for a second: V8 collects it when as much again is allocated, which
 * may be hundreds of megabytes. Call the returned function whenever the thread has worked.
 */
export function releaseAfterPauses(memory: Memory = threadMemory): () => void {
  let settled = memory.read();
  const timer = setTimeout(() => {
    if (memory.read() <= settled + MIN_GROWTH_BYTES) return;
    memory.collect();
    settled = memory.read();
  }, PAUSE_MS).unref();
  return () => void timer.refresh();
}
