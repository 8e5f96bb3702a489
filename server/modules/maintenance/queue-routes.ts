import type { FastifyInstance } from 'fastify';
import { MAX_PAGE_SIZE, paginate } from '#server/http/pagination.ts';
import { serve } from '#server/http/serve.ts';
import { listJobs } from '#shared/contracts/jobs.ts';
import { listQueuedJobs } from './list-job-queue.ts';
import { presentJob } from './queue-presenter.ts';

export function queueRoutes(app: FastifyInstance): void {
  serve(app, listJobs, async (ctx, { query }, exchange) => {
    const { limit = MAX_PAGE_SIZE, cursor } = query;
    const jobs = await listQueuedJobs(ctx, limit, cursor);
    return paginate(jobs, limit, exchange).map((job) => presentJob(job, ctx.now()));
  });
}
