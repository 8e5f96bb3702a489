import type { FastifyInstance } from 'fastify';
import { readWanted } from '#server/http/filter-rows.ts';
import { paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import { listJobs } from '#shared/contracts/jobs.ts';
import * as contracts from '#shared/contracts/maintenance.ts';
import { approveMaintenanceTask } from './approve-maintenance-task.ts';
import { listQueuedJobs, presentJob } from './list-job-queue.ts';
import { listMaintenanceTasks, presentTask } from './list-maintenance-tasks.ts';

export function maintenanceRoutes(app: FastifyInstance): void {
  serve(app, contracts.listMaintenanceTasks, async (ctx) =>
    (await listMaintenanceTasks(ctx)).map(presentTask),
  );
  serve(app, contracts.approveMaintenanceTask, async (ctx, { params }) => {
    await approveMaintenanceTask(ctx, params.task);
    return SUCCESS;
  });
}

export function queueRoutes(app: FastifyInstance): void {
  serve(app, listJobs, async (ctx, { query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const jobs = await listQueuedJobs(ctx, wanted);
    return paginate(jobs, wanted.limit, exchange).map((job) => presentJob(job, ctx.now()));
  });
}
