import { type Services, systemContext } from '#server/app/context.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { sumDays } from './sum-days.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Stores the sums of past days; its single job row recurs daily, once for any number of processes. */
export const analyticsJobs = (services: Services): [string, JobHandler][] => [
  [
    'analytics.sum',
    { intervalMs: DAY_MS, run: (_payload, signal) => sumDays(systemContext(services), signal) },
  ],
];
