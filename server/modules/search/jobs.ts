import { z } from 'zod';
import type { Services } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { abandonExtraction, extractText } from './indexing/extract-text.ts';
import type { IndexFollower } from './indexing/index-follower.ts';
import { abandonOcr, runOcr } from './indexing/run-ocr.ts';
import { queueAllForIndexing, queueForIndexing } from './reindex.ts';

const filePayload = z.object({ fileId: z.int() });
const languages = z.union([z.array(z.string()), z.literal('auto')]).optional();
const uploadPayload = filePayload.extend({ blobKey: z.string().optional(), languages });
const filesPayload = z.object({ fileIds: z.array(z.int()).min(1) });
const ocrPayload = z.object({
  fileId: z.int(),
  blobKey: z.string().optional(),
  pages: z.array(z.int().positive()),
  gap: z.string().nullable(),
  languages,
  textBlobKey: z.string().nullable().optional(),
  progress: z
    .object({
      total: z.int(),
      words: z.int(),
      confidence: z.number(),
      engine: z.enum(['native', 'wasm']).nullable(),
      languages: z.array(z.string()),
      unreadable: z.array(z.int()),
      late: z.array(z.int()),
      failed: z.array(z.int()),
    })
    .optional(),
});
const folderPayload = z.object({ folderId: z.int() });
const publicationPayload = z.object({ publicationId: z.int() });
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
        async run(payload, signal, end) {
          await extractText(services, uploadPayload.parse(payload), { signal, end });
          // This is not awaited: the files of several jobs are then indexed by one run.
          follower.wake();
        },
        async onAbandoned(payload) {
          await abandonExtraction(services, uploadPayload.parse(payload));
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
        async run(payload, signal, end) {
          await runOcr(services, ocrPayload.parse(payload), { signal, end });
          // Not awaited: while the index is unavailable the job would recognize its pages again.
          follower.wake();
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
  /** Applies the change feed of the index once files were appended to it. */
  const updateIndex = (queueChanges: (payload: unknown) => Promise<void>): JobHandler => ({
    async run(payload) {
      await queueChanges(payload);
      await follower.catchUp();
    },
  });
  const indexAgain = (files: z.ZodType<Parameters<typeof queueForIndexing>[1]>): JobHandler =>
    updateIndex((payload) => queueForIndexing(services, files.parse(payload)));
  return [
    ['file.changed', indexAgain(filePayload)],
    ['files.changed', indexAgain(filesPayload)],
    [
      // Nothing of them changed for the index; searches with alerts look at what it reads.
      'files.published',
      indexAgain(publicationPayload),
    ],
    ['folder.changed', indexAgain(folderPayload)],
    ['files.ownership_transferred', indexAgain(ownerPayload)],
    [
      'index.rebuild_requested',
      updateIndex(async () => {
        await queueAllForIndexing(services);
        services.wakeJobs();
      }),
    ],
  ];
}
