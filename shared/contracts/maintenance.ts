import { z } from 'zod';
import { MAINTENANCE_TASK_NAMES } from '#shared/domain/maintenance-tasks.ts';
import type { Endpoint } from './endpoint.ts';
import { instant, success } from './fields/base-fields.ts';

const task = z.enum(MAINTENANCE_TASK_NAMES);

const maintenanceTask = z.object({
  task,
  /** `null` before the first run. */
  lastRunAt: instant.nullable(),
  /** The number of items that the last run removed. */
  removed: z.int().nonnegative(),
  /** The number of items above the safety threshold, which await approval; 0 for a run that was not paused. */
  awaitingApproval: z.int().nonnegative(),
  /** `true` if an administrator approved the removal for the next run. */
  approved: z.boolean(),
  nextRunAt: instant,
});
export type MaintenanceTask = z.infer<typeof maintenanceTask>;

export const listMaintenanceTasks = {
  method: 'GET',
  path: '/api/admin/maintenance',
  summary: 'The daily maintenance tasks: result of the last run, removals awaiting approval, next run',
  caller: 'administrator',
  result: z.array(maintenanceTask),
} as const satisfies Endpoint;

export const approveMaintenanceTask = {
  method: 'POST',
  path: '/api/admin/maintenance/:task/approve',
  summary: 'Approve a paused task: its next run removes what awaits approval',
  caller: 'administrator',
  params: z.strictObject({ task }),
  result: success,
} as const satisfies Endpoint;
