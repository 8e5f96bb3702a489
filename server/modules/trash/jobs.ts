import { z } from 'zod';
import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { removePurgedFile, removePurgedFolder } from './remove-purged.ts';

const filePayload = z.object({ fileId: z.int() });
const folderPayload = z.object({ folderId: z.int() });

export function trashJobs(services: Services): [keyof DomainEvents, JobHandler][] {
  return [
    ['file.purged', { run: (payload) => removePurgedFile(services, filePayload.parse(payload).fileId) }],
    [
      'folder.purged',
      {
        run: (payload, signal) => removePurgedFolder(services, folderPayload.parse(payload).folderId, signal),
      },
    ],
  ];
}
