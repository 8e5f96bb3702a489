import { z } from 'zod';
import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import { jobRights } from '#server/authorization/job-rights.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { buildArchive } from './build-archive.ts';
import { abandonArchive, abandonVerification } from './manage-archives.ts';
import { verifyStoredArchive } from './verify-stored-archive.ts';
import { restoreArchives, withholdArchives } from './withhold-archives.ts';

const payloadSchema = z.object({ archiveId: z.int() });
const requestSchema = payloadSchema.extend(jobRights);
const filesSchema = z.object({ fileIds: z.array(z.int()).min(1) });
const idOf = (payload: unknown): number => payloadSchema.parse(payload).archiveId;

/** Creates and verifies archives of rooms, in a lane of their own because they take long. */
export const roomArchiveJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'room.archive_requested',
    {
      run: (payload, signal) => buildArchive(services, requestSchema.parse(payload), signal),
      onAbandoned: (payload) => abandonArchive(services, idOf(payload)),
    },
  ],
  [
    'room.archive_verification_requested',
    {
      run: (payload, signal) => verifyStoredArchive(services, idOf(payload), signal),
      onAbandoned: (payload) => abandonVerification(services, idOf(payload)),
    },
  ],
];

/**
 * Withholds archives in which a virus was found later, and releases them: not behind archives that are being created, which takes
 * hours.
 */
export const withheldArchiveJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'room.archives_withheld',
    { run: (payload) => withholdArchives(services, filesSchema.parse(payload).fileIds) },
  ],
  [
    'room.archives_released',
    { run: (payload) => restoreArchives(services, filesSchema.parse(payload).fileIds) },
  ],
];
