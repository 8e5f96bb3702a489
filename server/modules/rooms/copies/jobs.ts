import { z } from 'zod';
import { type Services, systemContext } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { jobRights } from '#server/authorization/job-rights.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { abandonCopy, applyCopy } from './apply-copy.ts';

const payloadSchema = z.object({
  copyId: z.int(),
  entries: z.array(z.object({ kind: z.enum(['folder', 'file']), id: z.int() })),
  ...jobRights,
});

/** Makes copies between rooms. */
export const roomCopyJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'room.copy_requested',
    {
      run(payload) {
        const { copyId, ...copied } = payloadSchema.parse(payload);
        return applyCopy(systemContext(services), copyId, copied);
      },
      onAbandoned: (payload) => abandonCopy(systemContext(services), payloadSchema.parse(payload).copyId),
    },
  ],
];
