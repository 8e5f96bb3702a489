import { z } from 'zod';
import { asRoom, type Services } from '#server/app/context.ts';
import type { Facts } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-worker.ts';
import { sendMail } from './send-mail.ts';

const ofMail = z.object({ mailId: z.int() });

export const mailJobs = (services: Services): [keyof Facts, JobHandler][] => [
  [
    'mail.written',
    { run: (payload, signal) => sendMail(asRoom(services), ofMail.parse(payload).mailId, signal) },
  ],
];
