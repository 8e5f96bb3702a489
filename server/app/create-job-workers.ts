import { createJobQueue, type JobQueue } from '#server/engines/queue/job-queue.ts';
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

/** Creates the queue of all background work, in lanes that do not wait for one another. */
export const createJobWorkers = (services: Services, follower: IndexFollower): JobQueue =>
  createJobQueue({
    db: services.db,
    now: services.now,
    onFailure: (job, error) =>
      services.log.error({ err: error, job: job?.id, kind: job?.kind }, 'job failed'),
    pollIntervalMs: JOB_POLL_INTERVAL_MS,
    lanes: [
      {
        handlers: [
          ...trashJobs(services),
          ...searchJobs(services, follower),
          ...maintenanceJobs(systemContext(services)),
        ],
        concurrency: JOB_CONCURRENCY,
      },
      // As many as are extracted at once, so that no slow one delays those after it.
      {
        handlers: extractionJobs(services, follower),
        concurrency: services.documents.extraction.concurrency,
      },
      { handlers: ocrJobs(services, follower), concurrency: OCR_CONCURRENCY },
      // One at a time and in a lane of its own: a mail server that hangs delays mails alone.
      { handlers: [...mailJobs(services), ...notificationJobs(services)], concurrency: 1 },
    ],
  });
