import { type Services, systemContext } from '#server/app/context.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { announceRemovals } from './announce-removals.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Its single job row recurs every hour, once for any number of processes. */
export const removalJobs = (services: Services): [string, JobHandler][] => [
  [
    'rooms.announce-removals',
    { intervalMs: HOUR_MS, run: (_payload, signal) => announceRemovals(systemContext(services), signal) },
  ],
];
