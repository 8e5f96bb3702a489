import { z } from 'zod';
import { asRoom, type Services } from '#server/app/context.ts';
import type { Facts } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-worker.ts';
import { tellOfAccess } from './notify-access-granted.ts';
import { tellOfFiles } from './notify-files-added.ts';

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
