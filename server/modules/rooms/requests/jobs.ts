import { type Services, systemContext } from '#server/app/context.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { remindOverdue } from './remind-overdue.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Its single job row recurs daily, once for any number of processes. */
export const requestJobs = (services: Services): [string, JobHandler][] => [
  [
    'requests.remind',
    { intervalMs: DAY_MS, run: (_payload, signal) => remindOverdue(systemContext(services), signal) },
  ],
];
