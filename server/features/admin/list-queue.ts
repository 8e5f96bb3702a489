import { authorizeInRoom } from '#server/access/authorize.ts';
import type { Context } from '#server/context.ts';
import { type JobRow, listJobs } from './queries.ts';

export async function listQueue(ctx: Context, limit: number, cursor: number | undefined): Promise<JobRow[]> {
  authorizeInRoom(ctx.actor, 'seeJobs');
  return listJobs(ctx.db, limit, cursor);
}
