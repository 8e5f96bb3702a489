import { Worker } from 'node:worker_threads';
import { builtProgram } from '#server/engines/programs/built-program.ts';

/**
 * Limits the young generation, so that a query's garbage is collected before it grows the old one. With half of it, a question
 * takes a sixth longer.
 */
const MAX_YOUNG_GENERATION_MB = 48;

export interface WorkerReply {
  id: number;
  epoch: number;
  value?: unknown;
  error?: Error;
  /** The error is an outage of a service that the index depends on. */
  isOutage?: boolean;
}

/** The program of a worker thread that answers the calls of a SearchIndex, and what it is started with. */
export interface WorkerProgram {
  readonly url: URL;
  readonly data: object;
  /** Knowledge of the index before the thread starts; without it, other processes write to the same index. */
  readonly unstarted?: Unstarted;
  /** Called with the reason when the thread has removed a file that it cannot read. */
  readonly onRemoved?: ((reason: string) => void) | undefined;
}

export interface Unstarted {
  /** Tells whether there is no index yet. */
  readonly isAbsent: () => boolean;
  readonly maxPassages: number | undefined;
}

/** Starts the worker thread; `onExit` gets why it ended. */
export function startThread(
  { url, data, onRemoved }: WorkerProgram,
  { onReply, onExit }: { onReply: (reply: WorkerReply) => void; onExit: (reason: Error) => void },
): Worker {
  const worker = new Worker(builtProgram(url), {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB },
  });
  let reason = new Error('The search index stopped.');
  worker.on('message', (message: WorkerReply | { removedFor: string }) => {
    if ('removedFor' in message) onRemoved?.(message.removedFor);
    else onReply(message);
  });
  worker.on('error', (error: Error) => {
    reason = error;
  });
  worker.on('exit', () => onExit(reason));
  return worker;
}
