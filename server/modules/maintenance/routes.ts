import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/maintenance.ts';
import { approveMaintenanceTask } from './approve-maintenance-task.ts';
import { listMaintenanceTasks } from './list-maintenance-tasks.ts';
import { presentTask } from './presenter.ts';

export function maintenanceRoutes(app: FastifyInstance): void {
  serve(app, contracts.listMaintenanceTasks, async (ctx) =>
    (await listMaintenanceTasks(ctx)).map(presentTask),
  );
  serve(app, contracts.approveMaintenanceTask, async (ctx, { params }) => {
    await approveMaintenanceTask(ctx, params.task);
    return SUCCESS;
  });
}
