import { z } from 'zod';
import type { Services } from '#server/app/context.ts';
import type { Facts } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-worker.ts';
import { removePurgedFile, removePurgedFolder } from './remove-purged.ts';

const ofFile = z.object({ fileId: z.int() });
const ofFolder = z.object({ folderId: z.int() });

export function trashJobs(services: Services): [keyof Facts, JobHandler][] {
  return [
    ['file.purged', { run: (payload) => removePurgedFile(services, ofFile.parse(payload).fileId) }],
    [
      'folder.purged',
      { run: (payload, signal) => removePurgedFolder(services, ofFolder.parse(payload).folderId, signal) },
    ],
  ];
}
