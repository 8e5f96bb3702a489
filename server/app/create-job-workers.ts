import { asRoom, type Services } from './context.ts';
import { housekeepingJobs } from '#server/modules/maintenance/jobs.ts';
import { mailJobs } from '#server/modules/mail/jobs.ts';
import { notificationJobs } from '#server/modules/notifications/jobs.ts';
import type { IndexFollower } from '#server/modules/search/indexing/index-follower.ts';
import { readingJobs, recognitionJobs, searchJobs } from '#server/modules/search/jobs.ts';
import { trashJobs } from '#server/modules/trash/jobs.ts';
import { createJobWorker, type JobHandler, type JobWorker } from '#server/engines/queue/job-worker.ts';
import { joinWorkers } from '#server/engines/queue/combine-workers.ts';

const POLL_JOBS_MS = 1_000;
const JOBS_AT_ONCE = 2;
/** Two, so that one that goes on for long leaves room for the short ones. */
const RECOGNISED_AT_ONCE = 2;

/** The background work of all features, in lanes that don't wait for one another. */
export function createJobs(services: Services, follower: IndexFollower): JobWorker {
  const workOn = (jobs: [string, JobHandler][], concurrency: number): JobWorker =>
    createJobWorker({
      db: services.db,
      handlers: new Map(jobs),
      now: services.now,
      onFailure: (job, error) =>
        services.log.error({ err: error, job: job?.id, kind: job?.kind }, 'job failed'),
      concurrency,
      pollMs: POLL_JOBS_MS,
    });
  return joinWorkers([
    workOn(
      [...trashJobs(services), ...searchJobs(services, follower), ...housekeepingJobs(asRoom(services))],
      JOBS_AT_ONCE,
    ),
    // As many as are read at a time, so that none that is read slowly holds up those after it.
    workOn(readingJobs(services, follower), services.extractor.atOnce),
    workOn(recognitionJobs(services, follower), RECOGNISED_AT_ONCE),
    // One after another and apart: a mail server that hangs holds up mails alone.
    workOn([...mailJobs(services), ...notificationJobs(services)], 1),
  ]);
}
