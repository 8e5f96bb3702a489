import type { Services } from '#server/app/context.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { voidChangedPublications } from './due-publications.ts';

const MINUTE_MS = 60_000;

/** Its single job row recurs every minute, once for any number of processes; requests apply due publications before they read. */
export const publicationJobs = (services: Services): [string, JobHandler][] => [
  [
    'publications.check',
    { intervalMs: MINUTE_MS, run: (_payload, signal) => voidChangedPublications(services, signal) },
  ],
];
