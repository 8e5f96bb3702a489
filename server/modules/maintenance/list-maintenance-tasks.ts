import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { MaintenanceTask } from '#shared/contracts/maintenance.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { listTasks, type MaintenanceTaskRow } from './queries.ts';

export function listMaintenanceTasks(ctx: Context): Promise<MaintenanceTaskRow[]> {
  authorizeSystemAction(ctx.actor, 'manageMaintenance');
  return listTasks(ctx.db);
}

export const presentTask = (row: MaintenanceTaskRow): MaintenanceTask => ({
  task: row.task,
  lastRunAt: isoInstantOrNull(row.last_run_at),
  removed: row.removed_count,
  awaitingApproval: row.pending_count,
  approved: row.approved_count > 0,
  nextRunAt: isoInstant(row.next_run_at),
});
