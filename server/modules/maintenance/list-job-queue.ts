import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { type JobRow, listJobs } from './queue-queries.ts';

export async function listQueuedJobs(
  ctx: Context,
  limit: number,
  cursor: number | undefined,
): Promise<JobRow[]> {
  authorizeSystemAction(ctx.actor, 'seeJobs');
  return listJobs(ctx.db, limit, cursor);
}
