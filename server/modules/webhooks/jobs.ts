import { z } from 'zod';
import { type Services, systemContext } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { deliverEvents } from './deliver-events.ts';

const duePayload = z.object({ webhookId: z.int() });

export const webhookJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'webhook.due',
    {
      run: (payload, signal) =>
        deliverEvents(systemContext(services), duePayload.parse(payload).webhookId, signal),
    },
  ],
];
