import { onTestFinished } from 'vitest';
import type { TestApp } from '#server/testing/test-app.ts';
import { claimJob } from '../claim-job.ts';
import { enqueueJobs, type JobHandler } from '../job-queue.ts';
import { createJobWorker, type JobWorker } from '../job-worker.ts';

/** A kind of job that no other test has, the clock its workers read, and those workers. */
export function openTestQueue({ server }: TestApp) {
  const { db } = server.services;
  const kind = crypto.randomUUID();
  const failures: unknown[] = [];
  const clock = { now: 1_000_000 };
  return {
    db,
    kind,
    clock,
    failures,
    add: (...payloads: object[]) =>
      enqueueJobs(
        db,
        payloads.map((payload) => ({ kind, payload })),
        clock.now,
      ),
    addFor: (ownerId: number, ...payloads: object[]) =>
      enqueueJobs(
        db,
        payloads.map((payload) => ({ kind, payload, ownerId })),
        clock.now,
      ),
    claim: (token: string) => claimJob(db, [kind], token, clock.now),
    rows: () => db.selectFrom('jobs').selectAll().where('kind', '=', kind).orderBy('id').execute(),
    work(
      run: JobHandler['run'],
      options: { onAbandoned?: JobHandler['onAbandoned']; concurrency?: number; maxPerOwner?: number } = {},
    ) {
      const { onAbandoned, concurrency = 1, maxPerOwner } = options;
      const worker: JobWorker = createJobWorker({
        db,
        handlers: new Map([[kind, { run, ...(onAbandoned && { onAbandoned }) }]]),
        now: () => clock.now,
        onFailure: (_job, error) => failures.push(error),
        concurrency,
        ...(maxPerOwner !== undefined && { maxPerOwner }),
      });
      onTestFinished(() => worker.stop());
      worker.start();
      return worker;
    },
  };
}
