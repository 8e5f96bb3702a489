import {
  countExpiredUploads,
  forgetFinishedUploads,
  removeExpiredUploads,
} from '#server/modules/uploads/remove-expired-uploads.ts';
import type { Task } from './maintenance-task.ts';

/** Resumable uploads that nobody went on with for a day. */
export const tidyUploads: Task = {
  // Every day brings more of them than are open, which means nothing; they hold no bytes.
  async begin(ctx, signal) {
    await forgetFinishedUploads(ctx, signal);
    return 0;
  },
  count: countExpiredUploads,
  remove: removeExpiredUploads,
};
