import { z } from 'zod';
import { type Services, systemContext } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { mailLinkCode } from './mail-code.ts';
import { alertOwner } from './visitors/alert-owner.ts';

const visitPayload = z.object({ linkId: z.int(), email: z.string(), verified: z.boolean() });
const codePayload = z.object({ attempt: z.string() });

export const linkJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'link.code_requested',
    { run: (payload) => mailLinkCode(systemContext(services), codePayload.parse(payload)) },
  ],
  [
    'link.first_visit',
    { run: (payload) => alertOwner(systemContext(services), visitPayload.parse(payload)) },
  ],
];
