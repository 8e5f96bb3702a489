import { z } from 'zod';
import { type Services, systemContext } from '#server/app/context.ts';
import type { DomainEvents } from '#server/app/domain-events.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { notifyAccessGranted } from './notify-access-granted.ts';
import { notifyFactorsRemoved } from './notify-factors-removed.ts';
import { notifyFilesAdded } from './notify-files-added.ts';
import { notifyFilesWithheld } from './notify-files-withheld.ts';
import { notifyNewDevice } from './notify-new-device.ts';
import { notifyPasskeyDisabled } from './notify-passkey-disabled.ts';

const accessPayload = z.object({ folderId: z.int(), userId: z.int(), byId: z.int() });
const filePayload = z.object({ folderId: z.int(), fileId: z.int() });
const factorsPayload = z.object({
  userId: z.int(),
  byAdministrator: z.boolean(),
  removed: z.string().exactOptional(),
  remains: z.boolean().exactOptional(),
});
const passkeyPayload = z.object({ userId: z.int(), name: z.string() });
const withheldPayload = z.object({ fileIds: z.array(z.int()).min(1), blobKey: z.string() });
const devicePayload = z.object({
  userId: z.int(),
  device: z.string(),
  address: z.string(),
  at: z.int(),
});

/** Handles the domain events of other modules that users can be notified of. */
export const notificationJobs = (services: Services): [keyof DomainEvents, JobHandler][] => [
  [
    'collaborator.added',
    { run: (payload) => notifyAccessGranted(systemContext(services), accessPayload.parse(payload)) },
  ],
  [
    'account.new_device',
    { run: (payload) => notifyNewDevice(systemContext(services), devicePayload.parse(payload)) },
  ],
  [
    'account.factors_removed',
    { run: (payload) => notifyFactorsRemoved(systemContext(services), factorsPayload.parse(payload)) },
  ],
  [
    'account.passkey_disabled',
    { run: (payload) => notifyPasskeyDisabled(systemContext(services), passkeyPayload.parse(payload)) },
  ],
  [
    'files.withheld',
    {
      run: (payload, _, end) =>
        notifyFilesWithheld(systemContext(services), withheldPayload.parse(payload), end),
    },
  ],
  [
    'folder.files_added',
    {
      run: (payload, signal) => notifyFilesAdded(systemContext(services), filePayload.parse(payload), signal),
    },
  ],
];
