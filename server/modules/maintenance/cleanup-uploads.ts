import {
  countExpiredUploads,
  removeExpiredUploads,
  removeFinishedUploads,
} from '#server/modules/uploads/remove-expired-uploads.ts';
import type { MaintenanceTask } from './maintenance-task.ts';

/** Removes resumable uploads that got no bytes for a day. */
export const cleanupUploads: MaintenanceTask = {
  // Rows of finished uploads are not counted: they often outnumber the open ones and hold no bytes.
  async prepare(ctx, signal) {
    await removeFinishedUploads(ctx, signal);
    return 0;
  },
  count: countExpiredUploads,
  remove: removeExpiredUploads,
};
