import type { FastifyInstance } from 'fastify';
import { serve } from '#server/http/serve.ts';
import { DONE } from '#shared/contracts/fields/base-fields.ts';
import * as contracts from '#shared/contracts/maintenance.ts';
import { allowHousekeeping } from './approve-maintenance-task.ts';
import { listHousekeeping } from './list-maintenance-tasks.ts';
import { presentTask } from './presenter.ts';

export function housekeepingRoutes(app: FastifyInstance): void {
  serve(app, contracts.listHousekeeping, async (ctx) => (await listHousekeeping(ctx)).map(presentTask));
  serve(app, contracts.allowHousekeeping, async (ctx, { params }) => {
    await allowHousekeeping(ctx, params.task);
    return DONE;
  });
}
