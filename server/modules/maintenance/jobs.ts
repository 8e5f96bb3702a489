import type { Context } from '#server/app/context.ts';
import type { JobHandler } from '#server/engines/queue/job-queue.ts';
import { countDue, removeDueContent } from '#server/modules/rooms/removal/remove-due-content.ts';
import { countExpiredFiles, purgeExpired } from '#server/modules/trash/purge-expired.ts';
import { MAINTENANCE_TASK_NAMES, type MaintenanceTaskName } from '#shared/domain/maintenance-tasks.ts';
import { cleanupBlobs } from './cleanup-blobs.ts';
import { cleanupInvitations } from './cleanup-invitations.ts';
import { cleanupObjects } from './cleanup-objects.ts';
import { cleanupAttemptCounts, cleanupSessions } from './cleanup-sessions.ts';
import { cleanupUploads } from './cleanup-uploads.ts';
import { DAY_MS, type MaintenanceTask } from './maintenance-task.ts';
import { runMaintenanceTask } from './run-maintenance-task.ts';

const TASKS: Readonly<Record<MaintenanceTaskName, MaintenanceTask>> = {
  trash: { count: countExpiredFiles, remove: purgeExpired },
  'room-content': { count: countDue, remove: (ctx, signal) => removeDueContent(ctx, signal) },
  invitations: cleanupInvitations,
  sessions: cleanupSessions,
  'attempt-counts': cleanupAttemptCounts,
  uploads: cleanupUploads,
  blobs: cleanupBlobs,
  objects: cleanupObjects,
};

/** Returns a job handler for each task. Its single job row recurs daily, once for any number of processes. */
export function maintenanceJobs(ctx: Context): [string, JobHandler][] {
  return MAINTENANCE_TASK_NAMES.map((name) => [
    `maintenance.${name}`,
    { intervalMs: DAY_MS, run: (_payload, signal) => runMaintenanceTask(ctx, name, TASKS[name], signal) },
  ]);
}
