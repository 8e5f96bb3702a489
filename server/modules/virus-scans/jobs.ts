import { z } from 'zod';
import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { abandonScan, rescanContent, scanNewContent } from './scan-content.ts';

const payloadSchema = z.object({ blobKey: z.string() });

/** Scans of new content, in a lane of their own: nobody can open a file before its scan. */
export const virusScanJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'content.virus_scan_requested',
    {
      run: (payload, signal) => scanNewContent(services, payloadSchema.parse(payload), signal),
      onAbandoned: (payload) => abandonScan(services, payloadSchema.parse(payload)),
    },
  ],
];

/** Scans of stored content that an operator requests, in another lane: there can be as many as files. */
export const virusRescanJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'content.virus_rescan_requested',
    { run: (payload, signal) => rescanContent(services, payloadSchema.parse(payload), signal) },
  ],
];
