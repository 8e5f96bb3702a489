import { type Services, systemContext } from '#server/app/context.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { sendReports } from './send-reports.ts';

const INTERVAL_MS = 15 * 60 * 1000;

/** Mails weekly reports; the single job row recurs, once for any number of processes. */
export const reportJobs = (services: Services): [string, JobHandler][] => [
  [
    'analytics.mail',
    {
      intervalMs: INTERVAL_MS,
      run: (_payload, signal) => sendReports(systemContext(services), signal),
    },
  ],
];
