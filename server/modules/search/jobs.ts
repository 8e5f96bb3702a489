import { z } from 'zod';
import type { Services } from '#server/app/context.ts';
import type { Facts } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-worker.ts';
import { followChange, followChanges, followFolderChange, followHandOver } from './indexing/queue-for-indexing.ts';
import type { IndexFollower } from './indexing/index-follower.ts';
import { giveUpText, readText } from './indexing/extract-text.ts';
import { giveUpPictures, recogniseText } from './indexing/run-ocr.ts';
import { feedEverything } from './reindex.ts';

const ofFile = z.object({ fileId: z.int() });
const ofFiles = z.object({ fileIds: z.array(z.int()).min(1) });
const ofPictures = z.object({
  fileId: z.int(),
  pages: z.array(z.int().positive()),
  gap: z.string().nullable(),
});
const ofFolder = z.object({ folderId: z.int() });
const ofOwner = z.object({ ownerId: z.int() });

/** Reading documents, which takes long. */
export function readingJobs(services: Services, follower: IndexFollower): [keyof Facts, JobHandler][] {
  return [
    [
      'file.uploaded',
      {
        async run(payload, signal) {
          await readText(services, ofFile.parse(payload).fileId, signal);
          await follower.catchUp();
        },
        async abandoned(payload) {
          await giveUpText(services, ofFile.parse(payload).fileId);
          await follower.catchUp();
        },
      },
    ],
  ];
}

/** Recognising the words in pictures, which takes longer still: nothing else waits for it. */
export function recognitionJobs(services: Services, follower: IndexFollower): [keyof Facts, JobHandler][] {
  return [
    [
      'file.pictured',
      {
        async run(payload, signal) {
          await recogniseText(services, ofPictures.parse(payload), signal);
          await follower.catchUp();
        },
        async abandoned(payload) {
          await giveUpPictures(services, ofPictures.parse(payload));
          await follower.catchUp();
        },
      },
    ],
  ];
}

/** What search does about the other facts that earlier features state. */
export function searchJobs(services: Services, follower: IndexFollower): [keyof Facts, JobHandler][] {
  return [
    [
      'file.changed',
      {
        async run(payload) {
          await followChange(services, ofFile.parse(payload).fileId);
          await follower.catchUp();
        },
      },
    ],
    [
      'files.changed',
      {
        async run(payload) {
          await followChanges(services, ofFiles.parse(payload).fileIds);
          await follower.catchUp();
        },
      },
    ],
    [
      'folder.changed',
      {
        async run(payload) {
          await followFolderChange(services, ofFolder.parse(payload).folderId);
          await follower.catchUp();
        },
      },
    ],
    [
      'files.handed-over',
      {
        async run(payload) {
          await followHandOver(services, ofOwner.parse(payload).ownerId);
          await follower.catchUp();
        },
      },
    ],
    [
      'index.doubted',
      {
        async run() {
          await feedEverything(services);
          services.wakeJobs();
          await follower.catchUp();
        },
      },
    ],
  ];
}
