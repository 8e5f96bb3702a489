import { removeEndedBatches } from '#server/authorization/index-numbers/upload-batches.ts';
import {
  countExpiredUploads,
  removeExpiredUploads,
  removeFinishedUploads,
} from '#server/modules/uploads/remove-expired-uploads.ts';
import { type MaintenanceTask, removeInBatches } from './maintenance-task.ts';

/** Removes resumable uploads that got no bytes for a day, and the places in upload batches of the day before. */
export const cleanupUploads: MaintenanceTask = {
  // Rows of finished uploads are not counted: they often outnumber the open ones and hold no bytes.
  async prepare(ctx, signal) {
    await removeFinishedUploads(ctx, signal);
    await removeInBatches(signal, () => removeEndedBatches(ctx));
    return 0;
  },
  count: countExpiredUploads,
  remove: removeExpiredUploads,
};
