import { z } from 'zod';
import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { scanStoredText } from './inspect-content.ts';
import { abandonCheck, runCheck } from './run-check.ts';

const textPayload = z.object({ fileId: z.int(), blobKey: z.string() });
const checkPayload = z.object({ checkId: z.int() });

/** Inspects the content of documents in rooms with groups. */
export const contentScanJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'file.text_stored',
    { run: (payload, signal) => scanStoredText(services, textPayload.parse(payload), signal) },
  ],
];

/** Carries out exposure checks, in a lane of their own because they take long. */
export const exposureCheckJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'room.exposure_check_requested',
    {
      run: (payload, signal, end) => runCheck(services, checkPayload.parse(payload).checkId, { signal, end }),
      onAbandoned: (payload) => abandonCheck(services, checkPayload.parse(payload).checkId),
    },
  ],
];
