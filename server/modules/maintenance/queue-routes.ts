import type { FastifyInstance } from 'fastify';
import { LARGEST_PAGE, pageOf } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { listJobs } from '#shared/contracts/jobs.ts';
import { listQueue } from './list-queued-jobs.ts';
import { presentJob } from './queue-presenter.ts';

export function adminRoutes(app: FastifyInstance): void {
  serve(app, listJobs, async (ctx, { query }, exchange) => {
    const { limit = LARGEST_PAGE, cursor } = query;
    const jobs = await listQueue(ctx, limit, cursor);
    return pageOf(jobs, limit, exchange).map((job) => presentJob(job, ctx.now()));
  });
}
