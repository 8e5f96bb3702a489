import { z } from 'zod';
import { type Services, systemContext } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { abandonErasure, eraseSubject } from './erase-subject.ts';

const payloadSchema = z.object({ erasureId: z.int() });

/** Carries out erasures. */
export const subjectJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'subject.erase',
    {
      run: (payload) => eraseSubject(systemContext(services), payloadSchema.parse(payload).erasureId),
      onAbandoned: (payload) => abandonErasure(services, payloadSchema.parse(payload).erasureId),
    },
  ],
];
