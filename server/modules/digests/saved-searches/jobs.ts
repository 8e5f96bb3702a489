import { type Services, systemContext } from '#server/app/context.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { checkSavedSearches } from './check-saved-searches.ts';

const CHECKING_INTERVAL_MS = 60 * 1000;

/** Looks every minute for new documents of the searches whose last check is long enough ago. */
export const savedSearchJobs = (services: Services): [string, JobHandler][] => [
  [
    'saved-searches.check',
    {
      intervalMs: CHECKING_INTERVAL_MS,
      run: (_payload, signal) => checkSavedSearches(systemContext(services), signal),
    },
  ],
];
