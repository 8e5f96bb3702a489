import { z } from 'zod';
import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { abandonCertificate, buildCertificate } from './build-certificate.ts';

const payloadSchema = z.object({ certificateId: z.int() });
const idOf = (payload: unknown): number => payloadSchema.parse(payload).certificateId;

/** Creates disclosure certificates. */
export const certificateJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'certificate.requested',
    {
      run: (payload) => buildCertificate(services, idOf(payload)),
      onAbandoned: (payload) => abandonCertificate(services, idOf(payload)),
    },
  ],
];
