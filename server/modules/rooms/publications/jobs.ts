import { type Services, systemContext } from '#server/app/context.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { voidChangedPublications } from './apply-due-publication.ts';
import { applyDuePublications } from './due-publication-runner.ts';
import { releaseCanceled } from './release-canceled.ts';

const MINUTE_MS = 60_000;

/** Recur, once for any number of processes; requests apply due publications before they read. */
export const publicationJobs = (services: Services): [string, JobHandler][] => [
  [
    'publications.check',
    {
      intervalMs: MINUTE_MS,
      run: async () => {
        await applyDuePublications(services);
        await releaseCanceled(systemContext(services));
      },
    },
  ],
  [
    'publications.compare',
    // Compares whole rooms.
    { intervalMs: 15 * MINUTE_MS, run: (_payload, signal) => voidChangedPublications(services, signal) },
  ],
];
