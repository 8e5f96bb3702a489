import type { FastifyInstance } from 'fastify';
import { readWanted } from '#server/http/filter-rows.ts';
import { paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { SUCCESS } from '#shared/contracts/fields/base-fields.ts';
import * as jobs from '#shared/contracts/jobs.ts';
import * as contracts from '#shared/contracts/maintenance.ts';
import { approveMaintenanceTask } from './approve-maintenance-task.ts';
import { discardJob } from './discard-job.ts';
import { listQueuedJobs, presentJob } from './list-job-queue.ts';
import { listMaintenanceTasks, presentTask } from './list-maintenance-tasks.ts';
import { retryJob } from './retry-job.ts';

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
  serve(app, jobs.listJobs, async (ctx, { query }, exchange) => {
    const wanted = readWanted(ctx, query, exchange);
    const rows = await listQueuedJobs(ctx, wanted);
    return paginate(rows, wanted.limit, exchange).map((job) => presentJob(job, ctx.now()));
  });
  serve(app, jobs.retryJob, async (ctx, { params }) => {
    await retryJob(ctx, params.id);
    return SUCCESS;
  });
  serve(app, jobs.discardJob, async (ctx, { params }) => {
    await discardJob(ctx, params.id);
    return SUCCESS;
  });
}
