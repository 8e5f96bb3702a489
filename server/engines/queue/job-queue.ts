import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { runOutsideSpans } from '#server/engines/telemetry/tracing.ts';
import { findOldestJob, type JobCount, listJobCounts } from './count-queries.ts';
import { enqueued } from './enqueued.ts';
import { createJobWorker, type JobWorker } from './job-worker.ts';
import { createLanePolling } from './poll-lanes.ts';
import { releaseAllLeases } from './queries.ts';
import type { JobContext, JobHandler } from './run-job.ts';
import { writePayload } from './traced-payload.ts';
import { createClockWatch } from './watch-clock.ts';

export type { EndJob, JobHandler, JobObserver, JobOutcome } from './run-job.ts';

export interface NewJob {
  readonly kind: string;
  readonly payload: object;
  /** Earliest time to run, in epoch milliseconds; now by default. */
  readonly runAt?: number;
  /** Adds nothing while a job with this key is pending. A claimed job is not pending any more. */
  readonly dedupeKey?: string;
  /** The user for whom the job is done; users take turns in lanes that limit the jobs of one of them. */
  readonly ownerId?: number;
}

/** The kinds of due jobs that transactions added. */
const kindsAdded = new WeakMap<Database, Set<string>>();

/** Returns the kinds of jobs for which workers have something to do when this transaction is committed. */
export const listEnqueuedKinds = (transaction: Database): readonly string[] => [
  ...(kindsAdded.get(transaction) ?? []),
];

/** Adds jobs. In a transaction they are committed together with the change that causes them. */
export async function enqueueJobs(db: Database, jobs: readonly NewJob[], now: number): Promise<void> {
  if (jobs.length === 0) return;
  const added = kindsAdded.get(db) ?? new Set();
  for (const { kind, runAt = now } of jobs) if (runAt <= now) added.add(kind);
  kindsAdded.set(db, added);
  const rows = jobs.map((job) => ({
    kind: job.kind,
    payload: writePayload(job.payload),
    created_at: now,
    run_at: job.runAt ?? now,
    dedupe_key: job.dedupeKey ?? null,
    owner_id: job.ownerId ?? 0,
  }));
  const [row] = rows;
  if (row && rows.length === 1) await insertJob(db, row);
  else await insertJobs(db, rows).execute();
  enqueued.jobs += rows.length;
}

interface JobRow {
  readonly kind: string;
  readonly payload: string;
  readonly created_at: number;
  readonly run_at: number;
  readonly dedupe_key: string | null;
  readonly owner_id: number;
}

const insertJob = prepareQuery((db, row: JobRow) =>
  insertJobs(db, [
    {
      kind: row.kind,
      payload: row.payload,
      created_at: row.created_at,
      run_at: row.run_at,
      dedupe_key: row.dedupe_key,
      owner_id: row.owner_id,
    },
  ]),
);

const insertJobs = (db: Database, rows: readonly JobRow[]) =>
  db
    .insertInto('jobs')
    .values(rows)
    // An update rather than nothing: it locks the pending job until this transaction commits, so that no worker claims
    // it before the change behind it is visible.
    .onConflict((conflict) =>
      conflict
        .column('dedupe_key')
        .where('dedupe_key', 'is not', null)
        .doUpdateSet((row) => ({ dedupe_key: row.ref('excluded.dedupe_key') })),
    );

/** Job kinds that share a worker. A slow job delays only jobs of its own lane. */
interface JobLane {
  readonly handlers: readonly (readonly [kind: string, handler: JobHandler])[];
  readonly concurrency: number;
  /** Makes owners take turns, and limits the simultaneous jobs of one of them. For lanes of a single kind of jobs. */
  readonly maxPerOwner?: number;
}

interface JobQueueOptions extends Omit<JobContext, 'handlers'> {
  readonly lanes: readonly JobLane[];
  /** Interval of the search for jobs that no `wake` announced: retries, and jobs of other processes. */
  readonly pollIntervalMs: number;
  /** Resolves once what transactions left to do beside the queue is done; `whenIdle` waits for it. */
  settle?(): Promise<void>;
}

/** The workers of all lanes together. */
export interface JobQueue extends Pick<JobWorker, 'start' | 'whenIdle' | 'check' | 'stop'> {
  /** Kinds of jobs that run again and again. The row of each is inserted by the migration that adds its kind. */
  readonly recurringKinds: readonly string[];
  /** Looks for due jobs of these kinds now; or of all kinds, by a statement that tells which lanes have any. */
  wake(kinds?: readonly string[]): void;
  /** Makes all claimed jobs due at once. Call it before `start`, and only in a single process. */
  releaseAllLeases(): Promise<void>;
  /** Counts the jobs of all processes by kind. */
  countByKind(): Promise<JobCount[]>;
  /** Returns how long the oldest due job of these kinds has waited for a worker, in milliseconds; 0 without one. */
  measureOldestWait(kinds: readonly string[]): Promise<number>;
}

/** Creates a queue that runs the jobs of a database once it is started. */
export function createJobQueue({ lanes, ...options }: JobQueueOptions): JobQueue {
  const { db, now } = options;
  const handlers = lanes.flatMap((lane) => lane.handlers);
  const intervals = new Map(
    handlers.flatMap(([kind, { intervalMs }]) =>
      intervalMs === undefined ? [] : [[kind, intervalMs] as const],
    ),
  );
  const once = handlers.flatMap(([kind]) => (intervals.has(kind) ? [] : [kind]));
  const clock = createClockWatch({ ...options, kinds: { intervals, once } });
  const workersWithKinds = lanes.map(({ handlers, ...lane }) => ({
    kinds: new Set(handlers.map(([kind]) => kind)),
    worker: createJobWorker({ ...options, ...lane, handlers: new Map(handlers) }),
  }));
  const workers = workersWithKinds.map(({ worker }) => worker);
  const polling = createLanePolling(workersWithKinds, options);
  return {
    recurringKinds: [...intervals.keys()],
    start() {
      clock.start();
      polling.start();
      for (const worker of workers) worker.start();
    },
    wake(wanted) {
      // The workers run everybody's jobs, not only those of the request that wakes them.
      runOutsideSpans(() => {
        if (wanted === undefined) polling.poll();
        else
          for (const { kinds, worker } of workersWithKinds)
            if (wanted.some((kind) => kinds.has(kind))) worker.wake();
      });
    },
    async whenIdle() {
      await clock.check();
      let before: number;
      do {
        before = enqueued.jobs;
        await Promise.all(workers.map((worker) => worker.whenIdle()));
        // A job of one lane can add a job to another.
      } while (enqueued.jobs !== before);
      await options.settle?.();
    },
    async check() {
      polling.check();
      await Promise.all(workers.map((worker) => worker.check()));
    },
    async stop() {
      const whenCorrected = clock.stop();
      await Promise.all([polling.stop(), ...workers.map((worker) => worker.stop())]);
      await whenCorrected;
    },
    releaseAllLeases: () => releaseAllLeases(db),
    countByKind: () => listJobCounts(db, now()),
    async measureOldestWait(kinds) {
      const oldest = kinds.length > 0 ? await findOldestJob(db, kinds, now()) : undefined;
      return oldest ? Math.max(0, now() - oldest.run_at) : 0;
    },
  };
}
