import type { Context } from '#server/app/context.ts';
import { countExpiredFiles, purgeExpired } from '#server/modules/trash/purge-expired.ts';
import type { JobHandler } from '#server/engines/queue/job-worker.ts';
import { HOUSEKEEPING_TASKS, type HousekeepingTask } from '#shared/domain/maintenance-tasks.ts';
import { runTask } from './run-maintenance-task.ts';
import { DAY_MS, type Task } from './maintenance-task.ts';
import { tidyBlobs } from './cleanup-blobs.ts';
import { tidyInvitations } from './cleanup-invitations.ts';
import { tidyObjects } from './cleanup-objects.ts';
import { tidyFailureCounts, tidySessions } from './cleanup-sessions.ts';
import { tidyUploads } from './cleanup-uploads.ts';

const TASKS: Readonly<Record<HousekeepingTask, Task>> = {
  trash: { count: countExpiredFiles, remove: purgeExpired },
  invitations: tidyInvitations,
  sessions: tidySessions,
  'failure-counts': tidyFailureCounts,
  uploads: tidyUploads,
  blobs: tidyBlobs,
  objects: tidyObjects,
};

/** A job for each task, whose one row in the queue comes again every day: once, however many processes there are. */
export function housekeepingJobs(ctx: Context): [string, JobHandler][] {
  return HOUSEKEEPING_TASKS.map((name) => [
    `housekeeping.${name}`,
    { everyMs: DAY_MS, run: (_payload, signal) => runTask(ctx, name, TASKS[name], signal) },
  ]);
}
