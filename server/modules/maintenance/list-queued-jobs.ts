import { authorizeInRoom } from '#server/authorization/authorize.ts';
import type { Context } from '#server/app/context.ts';
import { type JobRow, listJobs } from './queue-queries.ts';

export async function listQueue(ctx: Context, limit: number, cursor: number | undefined): Promise<JobRow[]> {
  authorizeInRoom(ctx.actor, 'seeJobs');
  return listJobs(ctx.db, limit, cursor);
}
