import { z } from 'zod';
import { asRoom, type Services } from '#server/context.ts';
import type { Facts } from '#server/events.ts';
import type { JobHandler } from '#server/platform/jobs/job-worker.ts';
import { sendMail } from './send-mail.ts';

const ofMail = z.object({ mailId: z.int() });

export const mailJobs = (services: Services): [keyof Facts, JobHandler][] => [
  [
    'mail.written',
    { run: (payload, signal) => sendMail(asRoom(services), ofMail.parse(payload).mailId, signal) },
  ],
];
