import {
  countExpiredUploads,
  removeExpiredUploads,
  removeFinishedUploads,
} from '#server/modules/uploads/remove-expired-uploads.ts';
import type { MaintenanceTask } from './maintenance-task.ts';

/** Resumable uploads that nobody went on with for a day. */
export const cleanupUploads: MaintenanceTask = {
  // Every day brings more of them than are open, which means nothing; they hold no bytes.
  async prepare(ctx, signal) {
    await removeFinishedUploads(ctx, signal);
    return 0;
  },
  count: countExpiredUploads,
  remove: removeExpiredUploads,
};
