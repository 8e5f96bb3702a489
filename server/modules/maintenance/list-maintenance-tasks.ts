import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { listTasks, type MaintenanceTaskRow } from './queries.ts';

export function listMaintenanceTasks(ctx: Context): Promise<MaintenanceTaskRow[]> {
  authorizeSystemAction(ctx.actor, 'manageMaintenance');
  return listTasks(ctx.db);
}
