import { z } from 'zod';
import { asRoom, type Services } from '#server/context.ts';
import type { Facts } from '#server/events.ts';
import type { JobHandler } from '#server/platform/jobs/job-worker.ts';
import { tellOfAccess } from './tell-of-access.ts';
import { tellOfFiles } from './tell-of-files.ts';

const ofAccess = z.object({ folderId: z.int(), userId: z.int(), byId: z.int() });
const ofFile = z.object({ folderId: z.int(), fileId: z.int() });

/** What users asked to be told about the facts that earlier features state. */
export const notificationJobs = (services: Services): [keyof Facts, JobHandler][] => [
  ['collaborator.added', { run: (payload) => tellOfAccess(asRoom(services), ofAccess.parse(payload)) }],
  [
    'folder.filled',
    { run: (payload, signal) => tellOfFiles(asRoom(services), ofFile.parse(payload), signal) },
  ],
];
