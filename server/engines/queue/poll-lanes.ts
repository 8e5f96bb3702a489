import type { JobWorker } from './job-worker.ts';
import type { JobContext } from './run-job.ts';
import { prepareWaitingKinds } from './waiting-kinds.ts';

interface Lane {
  readonly kinds: ReadonlySet<string>;
  readonly worker: JobWorker;
}

interface PollingOptions extends Pick<JobContext, 'db' | 'now' | 'onFailure'> {
  readonly pollIntervalMs: number;
}

/**
 * Wakes the workers for what time alone has made due. A statement asks for all lanes: most of the time none of them has
 * anything to do.
 */
export function createLanePolling(
  lanes: readonly Lane[],
  { db, now, onFailure, pollIntervalMs }: PollingOptions,
) {
  const listWaitingKinds = prepareWaitingKinds(
    db,
    lanes.flatMap(({ kinds }) => [...kinds]),
  );
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let failure: unknown;

  async function poll(): Promise<void> {
    try {
      const waiting = await listWaitingKinds(now());
      failure = undefined;
      for (const { kinds, worker } of lanes)
        if (worker.hasFailed() || waiting.some((kind) => kinds.has(kind))) worker.search();
    } catch (error) {
      failure = error;
      onFailure(undefined, error);
    }
  }

  return {
    start() {
      timer = setInterval(() => {
        polling ??= poll().finally(() => {
          polling = undefined;
        });
      }, pollIntervalMs);
    },
    check() {
      if (failure !== undefined) throw new Error('The job queue is unavailable', { cause: failure });
    },
    async stop() {
      clearInterval(timer);
      await polling;
    },
  };
}
