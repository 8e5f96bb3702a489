import { combineWorkers } from '#server/engines/queue/combine-workers.ts';
import { createJobWorker, type JobHandler, type JobWorker } from '#server/engines/queue/job-worker.ts';
import { mailJobs } from '#server/modules/mail/jobs.ts';
import { maintenanceJobs } from '#server/modules/maintenance/jobs.ts';
import { notificationJobs } from '#server/modules/notifications/jobs.ts';
import type { IndexFollower } from '#server/modules/search/indexing/index-follower.ts';
import { extractionJobs, ocrJobs, searchJobs } from '#server/modules/search/jobs.ts';
import { trashJobs } from '#server/modules/trash/jobs.ts';
import { type Services, systemContext } from './context.ts';

const JOB_POLL_INTERVAL_MS = 1_000;
const JOB_CONCURRENCY = 2;
/** Two, so that one that goes on for long leaves room for the short ones. */
const OCR_CONCURRENCY = 2;

/** The background work of all features, in lanes that don't wait for one another. */
export function createJobWorkers(services: Services, follower: IndexFollower): JobWorker {
  const workOn = (jobs: [string, JobHandler][], concurrency: number): JobWorker =>
    createJobWorker({
      db: services.db,
      handlers: new Map(jobs),
      now: services.now,
      onFailure: (job, error) =>
        services.log.error({ err: error, job: job?.id, kind: job?.kind }, 'job failed'),
      concurrency,
      pollIntervalMs: JOB_POLL_INTERVAL_MS,
    });
  return combineWorkers([
    workOn(
      [
        ...trashJobs(services),
        ...searchJobs(services, follower),
        ...maintenanceJobs(systemContext(services)),
      ],
      JOB_CONCURRENCY,
    ),
    // As many as are read at a time, so that none that is read slowly holds up those after it.
    workOn(extractionJobs(services, follower), services.documents.extraction.concurrency),
    workOn(ocrJobs(services, follower), OCR_CONCURRENCY),
    // One after another and apart: a mail server that hangs holds up mails alone.
    workOn([...mailJobs(services), ...notificationJobs(services)], 1),
  ]);
}
