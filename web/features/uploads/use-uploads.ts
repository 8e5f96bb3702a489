import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useSignedInUser } from '#web/features/accounts/current-user.ts';
import { usePublicSettings } from '#web/features/settings/api.ts';
import { addUploads, listUploads, subscribeToUploads } from './add-uploads.ts';
import type { CollectedFiles } from './collect-files.ts';
import { type PlannedUpload, planUploads } from './plan-uploads.ts';
import type { UploadQueue } from './upload-queue.ts';

export function useUploads(): UploadQueue {
  const userId = useSignedInUser().id;
  return useSyncExternalStore(subscribeToUploads, () => listUploads(userId));
}

/** Plans the upload of dropped or selected files with the current size limit. */
export function usePlanUploads(): (found: CollectedFiles) => PlannedUpload[] {
  const maxUploadSizeMB = usePublicSettings()?.maxUploadSizeMB;
  return useCallback((found) => planUploads(found, maxUploadSizeMB), [maxUploadSizeMB]);
}

/** Returns a function that adds planned uploads to the queue and returns their ids in the same order. */
export function useAddUploads() {
  const client = useQueryClient();
  const userId = useSignedInUser().id;
  return useCallback(
    (planned: readonly PlannedUpload[], to: Parameters<typeof addUploads>[1]): number[] =>
      addUploads(planned, to, { client, userId }),
    [client, userId],
  );
}
