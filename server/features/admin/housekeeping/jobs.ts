import type { Context } from '#server/context.ts';
import { countExpiredFiles, purgeExpired } from '#server/features/trash/purge-expired.ts';
import type { JobHandler } from '#server/platform/jobs/job-worker.ts';
import { HOUSEKEEPING_TASKS, type HousekeepingTask } from '#shared/domain/housekeeping-tasks.ts';
import { runTask } from './run-task.ts';
import { DAY_MS, type Task } from './task.ts';
import { tidyBlobs } from './tidy-blobs.ts';
import { tidyInvitations } from './tidy-invitations.ts';
import { tidyObjects } from './tidy-objects.ts';
import { tidyFailureCounts, tidySessions } from './tidy-sessions.ts';
import { tidyUploads } from './tidy-uploads.ts';

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
