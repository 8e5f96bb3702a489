import { z } from 'zod';
import { type Services, systemContext } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { mailEmailConfirmation } from './confirm-email.ts';
import { mailPasswordReset } from './request-password-reset.ts';

const unverifiedPayload = z.object({ userId: z.int() });
const resetPayload = z.object({ email: z.string() });

export const accountLinkJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'account.email_unverified',
    { run: (payload) => mailEmailConfirmation(systemContext(services), unverifiedPayload.parse(payload)) },
  ],
  [
    'password.reset_requested',
    { run: (payload) => mailPasswordReset(systemContext(services), resetPayload.parse(payload)) },
  ],
];
