import { z } from 'zod';
import { type Services, systemContext } from '#server/app/context.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { sendCollected, sendDigests } from './send-digests.ts';

const SENDING_INTERVAL_MS = 60 * 1000;
const collectPayload = z.object({ rootId: z.int() });

/** Sends digests when something changed, and every minute those whose hour has come. */
export const digestJobs = (services: Services): [string, JobHandler][] => [
  [
    'digests.send',
    {
      intervalMs: SENDING_INTERVAL_MS,
      run: (_payload, signal) => sendDigests(systemContext(services), signal),
    },
  ],
  [
    'digests.collect',
    {
      run: (payload, signal) =>
        sendCollected(systemContext(services), collectPayload.parse(payload).rootId, signal),
    },
  ],
];
