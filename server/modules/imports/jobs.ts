import { z } from 'zod';
import { type Services, systemContext } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { jobRights } from '#server/authorization/job-rights.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { abandonImport } from './abandon-import.ts';
import { applyImport } from './apply-import.ts';
import { checkImport } from './check-import.ts';
import type { ManifestLevels } from './compare-with-manifest.ts';

const payloadSchema = z.object({ importId: z.int(), ...jobRights });

/** Handles the long steps of imports. */
export const importJobs = (
  services: Services,
  levels: ManifestLevels,
): [keyof DomainEvents, JobHandler][] => [
  [
    'import.check_requested',
    {
      run: (payload, signal) =>
        checkImport(systemContext(services), payloadSchema.parse(payload), { levels, signal }),
      onAbandoned: (payload) => abandonImport(systemContext(services), payloadSchema.parse(payload).importId),
    },
  ],
  [
    'import.apply_requested',
    {
      run: (payload) => applyImport(systemContext(services), payloadSchema.parse(payload), levels),
      onAbandoned: (payload) => abandonImport(systemContext(services), payloadSchema.parse(payload).importId),
    },
  ],
];
