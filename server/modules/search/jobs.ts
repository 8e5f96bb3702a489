import { z } from 'zod';
import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { abandonExtraction, extractText } from './indexing/extract-text.ts';
import type { IndexFollower } from './indexing/index-follower.ts';
import {
  queueFileForIndexing,
  queueFilesForIndexing,
  queueFolderForIndexing,
  queueRootFilesForIndexing,
} from './indexing/queue-for-indexing.ts';
import { abandonOcr, runOcr } from './indexing/run-ocr.ts';
import { queueAllForIndexing } from './reindex.ts';

const filePayload = z.object({ fileId: z.int() });
const filesPayload = z.object({ fileIds: z.array(z.int()).min(1) });
const ocrPayload = z.object({
  fileId: z.int(),
  pages: z.array(z.int().positive()),
  gap: z.string().nullable(),
});
const folderPayload = z.object({ folderId: z.int() });
const ownerPayload = z.object({ ownerId: z.int() });

/** Text extraction, in a lane of its own because it takes long. */
export function extractionJobs(
  services: Services,
  follower: IndexFollower,
): [keyof DomainEvents, JobHandler][] {
  return [
    [
      'file.uploaded',
      {
        async run(payload, signal) {
          await extractText(services, filePayload.parse(payload).fileId, signal);
          await follower.catchUp();
        },
        async onAbandoned(payload) {
          await abandonExtraction(services, filePayload.parse(payload).fileId);
          await follower.catchUp();
        },
      },
    ],
  ];
}

/** OCR, in a lane of its own because it takes longest. */
export function ocrJobs(services: Services, follower: IndexFollower): [keyof DomainEvents, JobHandler][] {
  return [
    [
      'file.ocr_requested',
      {
        async run(payload, signal) {
          await runOcr(services, ocrPayload.parse(payload), signal);
          await follower.catchUp();
        },
        async onAbandoned(payload) {
          await abandonOcr(services, ocrPayload.parse(payload));
          await follower.catchUp();
        },
      },
    ],
  ];
}

/** Updates the index after the events of other modules. */
export function searchJobs(services: Services, follower: IndexFollower): [keyof DomainEvents, JobHandler][] {
  return [
    [
      'file.changed',
      {
        async run(payload) {
          await queueFileForIndexing(services, filePayload.parse(payload).fileId);
          await follower.catchUp();
        },
      },
    ],
    [
      'files.changed',
      {
        async run(payload) {
          await queueFilesForIndexing(services, filesPayload.parse(payload).fileIds);
          await follower.catchUp();
        },
      },
    ],
    [
      'folder.changed',
      {
        async run(payload) {
          await queueFolderForIndexing(services, folderPayload.parse(payload).folderId);
          await follower.catchUp();
        },
      },
    ],
    [
      'files.ownership_transferred',
      {
        async run(payload) {
          await queueRootFilesForIndexing(services, ownerPayload.parse(payload).ownerId);
          await follower.catchUp();
        },
      },
    ],
    [
      'index.rebuild_requested',
      {
        async run() {
          await queueAllForIndexing(services);
          services.wakeJobs();
          await follower.catchUp();
        },
      },
    ],
  ];
}
