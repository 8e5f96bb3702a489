import { z } from 'zod';
import { type Services, systemContext } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { sendMail } from './send-mail.ts';

const mailPayload = z.object({ mailId: z.int() });

export const mailJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'mail.queued',
    {
      run: (payload, signal) => sendMail(systemContext(services), mailPayload.parse(payload).mailId, signal),
    },
  ],
];
