import { createJobQueue, type JobQueue } from '#server/engines/queue/job-queue.ts';
import { accountLinkJobs } from '#server/modules/account-links/jobs.ts';
import { digestJobs } from '#server/modules/digests/jobs.ts';
import { savedSearchJobs } from '#server/modules/digests/saved-searches/jobs.ts';
import { evidenceJobs } from '#server/modules/evidence/jobs.ts';
import { importJobs } from '#server/modules/imports/jobs.ts';
import { linkJobs } from '#server/modules/links/jobs.ts';
import { mailJobs } from '#server/modules/mail/jobs.ts';
import { maintenanceJobs } from '#server/modules/maintenance/jobs.ts';
import { notificationJobs } from '#server/modules/notifications/jobs.ts';
import { analyticsJobs } from '#server/modules/rooms/analytics/jobs.ts';
import { roomArchiveJobs, withheldArchiveJobs } from '#server/modules/rooms/archives/jobs.ts';
import { certificateJobs } from '#server/modules/rooms/certificates/jobs.ts';
import { roomCopyJobs } from '#server/modules/rooms/copies/jobs.ts';
import { contentScanJobs, exposureCheckJobs } from '#server/modules/rooms/exposure/jobs.ts';
import { manifestLevels } from '#server/modules/rooms/permissions/manifest-levels.ts';
import { publicationJobs } from '#server/modules/rooms/publications/jobs.ts';
import { removalJobs } from '#server/modules/rooms/removal/jobs.ts';
import { reportJobs } from '#server/modules/rooms/reports/jobs.ts';
import { requestJobs } from '#server/modules/rooms/requests/jobs.ts';
import type { IndexFollower } from '#server/modules/search/indexing/index-follower.ts';
import { extractionJobs, ocrJobs, searchJobs } from '#server/modules/search/jobs.ts';
import { subjectJobs } from '#server/modules/subjects/jobs.ts';
import { trashJobs } from '#server/modules/trash/jobs.ts';
import { virusRescanJobs, virusScanJobs } from '#server/modules/virus-scans/jobs.ts';
import { webhookJobs } from '#server/modules/webhooks/jobs.ts';
import { type Services, systemContext } from './context.ts';
import { createJobObserver } from './create-observers.ts';

/** Retries and recurring jobs become due by time alone; other processes announce their jobs where there are any. */
const JOB_POLL_INTERVAL_MS = { sqlite: 1_000, postgres: 5_000 } as const;
const JOB_CONCURRENCY = 2;
/** Imports take minutes; the second serves another user. */
const IMPORT_CONCURRENCY = 2;
/** Receivers that hang delay only the webhooks beyond this number. */
const WEBHOOK_CONCURRENCY = 4;
/** Allows two for one owner, so that a long OCR job does not block short ones, and a third for the others. */
const OCR_CONCURRENCY = 3;
const SCAN_CONCURRENCY = 2;
/** clamd scans 10 files at once by default; other nodes use it too. */
const VIRUS_SCAN_CONCURRENCY = 3;
const VIRUS_RESCAN_CONCURRENCY = 2;
const CHECK_CONCURRENCY = 2;
const ARCHIVE_CONCURRENCY = 2;
/** Copies wait for one another anyway: each holds the lock of the folder tree. */
const COPY_CONCURRENCY = 1;

/** Creates the queue of the background work that this process does, in lanes that do not wait for one another. */
export const createJobWorkers = (services: Services, follower: IndexFollower): JobQueue =>
  createJobQueue({
    db: services.db,
    now: services.now,
    onFailure: (job, error) =>
      services.log.error({ err: error, job: job?.id, kind: job?.kind }, 'job failed'),
    pollIntervalMs: JOB_POLL_INTERVAL_MS[services.config.databaseUrl === undefined ? 'sqlite' : 'postgres'],
    observe: createJobObserver(services.metrics, services.tracer),
    // What fails is tried again and reported by the follower itself.
    settle: () => follower.catchUp().catch(() => undefined),
    lanes: [
      ...(services.config.roles.worker ? createLanes(services, follower) : []),
      ...(services.config.roles.index ? createIndexLanes(services) : []),
    ],
  });

type Lanes = Parameters<typeof createJobQueue>[0]['lanes'];

/** Jobs that ask the search index of this process. */
const createIndexLanes = (services: Services): Lanes => [
  { handlers: exposureCheckJobs(services), concurrency: CHECK_CONCURRENCY },
  { handlers: savedSearchJobs(services), concurrency: 1 },
];

/** Jobs that any process can run. */
const createLanes = (services: Services, follower: IndexFollower): Lanes => [
  {
    handlers: [
      ...trashJobs(services),
      ...searchJobs(services, follower),
      ...evidenceJobs(services),
      ...digestJobs(services),
      ...requestJobs(services),
      ...removalJobs(services),
      ...publicationJobs(services),
      ...subjectJobs(services),
      ...analyticsJobs(services),
      ...reportJobs(services),
      ...maintenanceJobs(systemContext(services)),
    ],
    concurrency: JOB_CONCURRENCY,
  },
  // Equals the number of concurrent extractions, so that a slow one does not delay the next. One owner uses all but one.
  {
    handlers: extractionJobs(services, follower),
    concurrency: services.documents.extraction.concurrency,
    maxPerOwner: services.documents.extraction.concurrency - 1,
  },
  {
    handlers: ocrJobs(services, follower),
    concurrency: OCR_CONCURRENCY,
    maxPerOwner: OCR_CONCURRENCY - 1,
  },
  { handlers: importJobs(services, manifestLevels), concurrency: IMPORT_CONCURRENCY },
  // These do not wait for the scans of everything that is stored; an owner with many new files leaves room for others.
  {
    handlers: virusScanJobs(services),
    concurrency: VIRUS_SCAN_CONCURRENCY,
    maxPerOwner: VIRUS_SCAN_CONCURRENCY - 1,
  },
  { handlers: virusRescanJobs(services), concurrency: VIRUS_RESCAN_CONCURRENCY },
  { handlers: contentScanJobs(services), concurrency: SCAN_CONCURRENCY },
  {
    handlers: [...roomArchiveJobs(services), ...certificateJobs(services)],
    concurrency: ARCHIVE_CONCURRENCY,
  },
  // Serial, so that a verdict is not overtaken by the one before it.
  { handlers: withheldArchiveJobs(services), concurrency: 1 },
  { handlers: roomCopyJobs(services), concurrency: COPY_CONCURRENCY },
  // Each webhook counts as an owner: its events are sent one after the other, in their order.
  { handlers: webhookJobs(services), concurrency: WEBHOOK_CONCURRENCY, maxPerOwner: 1 },
  // Serial and in a lane of its own: a mail server that hangs delays only mails.
  {
    handlers: [
      ...mailJobs(services),
      ...accountLinkJobs(services),
      ...linkJobs(services),
      ...notificationJobs(services),
    ],
    concurrency: 1,
  },
];
