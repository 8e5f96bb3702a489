import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { claimExhaustedJob, claimJob } from './claim-queries.ts';
import { abandonJob, type JobContext, runJob } from './run-job.ts';

export interface JobWorkerOptions extends JobContext {
  /** Jobs at once. */
  concurrency: number;
  /** Interval of the search for jobs that no `wake` announced: retries, and jobs of other processes. */
  pollIntervalMs: number;
}

export interface JobWorker {
  start(): void;
  /** Looks for due jobs now. */
  wake(): void;
  /** Resolves when no job runs and none is due. */
  whenIdle(): Promise<void>;
  /** Rejects when the queue cannot be read. */
  check(): Promise<void>;
  /** Aborts running jobs and returns them to the queue. */
  stop(): Promise<void>;
}

/** Creates a worker that runs due jobs of the kinds it has handlers for, `concurrency` at a time. */
export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let queueError: unknown;
  const runners = createRunners({
    concurrency: options.concurrency,
    runNext: () => runNextJob(options, stopping.signal),
    signal: stopping.signal,
    onResult(error) {
      queueError = error;
      if (error !== undefined) options.onFailure(undefined, error);
    },
  });
  return {
    start() {
      runners.enable();
      timer = setInterval(runners.wake, options.pollIntervalMs);
      runners.wake();
    },
    wake: runners.wake,
    async whenIdle() {
      runners.wake();
      await runners.whenDone();
    },
    async check() {
      if (queueError === undefined) return;
      throw new Error('The job queue is unavailable', { cause: queueError });
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await runners.whenDone();
    },
  };
}

/** Runs or abandons the next due job. Returns false when none is due. */
async function runNextJob(context: JobContext, stopping: AbortSignal): Promise<boolean> {
  const { db, handlers, now } = context;
  const kinds = [...handlers.keys()];
  const leaseToken = randomUUID();
  const exhausted = await claimExhaustedJob(db, kinds, leaseToken, now());
  if (exhausted) {
    await abandonJob(context, exhausted, leaseToken);
    return true;
  }
  const job = await claimJob(db, kinds, leaseToken, now());
  if (!job) return false;
  await runJob(context, job, leaseToken, stopping);
  return true;
}

interface RunnerOptions {
  concurrency: number;
  /** Resolves to false when nothing is due. */
  runNext(): Promise<boolean>;
  signal: AbortSignal;
  /** Called when a runner ends, with the error that ended it. */
  onResult(error: unknown): void;
}

/** Keeps up to `concurrency` runners busy. A wake during a runner's last search makes it search again. */
function createRunners({ concurrency, runNext, signal, onResult }: RunnerOptions) {
  const runners = new Set<Promise<void>>();
  let isEnabled = false;
  let wakeCount = 0;

  function startRunner(): void {
    let seenWakeCount: number;
    const work = async (): Promise<void> => {
      do {
        seenWakeCount = wakeCount;
        // SQLite answers synchronously, so requests are served between two jobs only through this pause.
        while (!signal.aborted && (await runNext())) await setImmediate();
      } while (seenWakeCount !== wakeCount);
    };
    const runner = work()
      .then(() => onResult(undefined), onResult)
      .finally(() => {
        runners.delete(runner);
        // A wake after the last search, while this runner still counted as busy, started none.
        if (seenWakeCount !== wakeCount) startRunners();
      });
    runners.add(runner);
  }

  function startRunners(): void {
    if (!isEnabled || signal.aborted) return;
    while (runners.size < concurrency) startRunner();
  }

  return {
    enable() {
      isEnabled = true;
    },
    wake() {
      wakeCount += 1;
      startRunners();
    },
    async whenDone() {
      while (runners.size > 0) await Promise.all(runners);
    },
  };
}
