import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { findJob, lockQuarantinedJob } from './queue-queries.ts';

/** Loads a job that failed three times, for its administrators, and locks it until the end of the transaction. */
export async function loadQuarantinedJob(
  ctx: Context,
  id: number,
): Promise<{ kind: string; payload: unknown }> {
  authorizeSystemAction(ctx.actor, 'manageJobs');
  const job = await lockQuarantinedJob(ctx.db, id);
  if (job) return { kind: job.kind, payload: JSON.parse(job.payload) };
  if (await findJob(ctx.db, id))
    throw new AppError('conflict', 'Only a job that failed three times can be retried or discarded.');
  throw new AppError('not-found', 'The job could not be found. It may have finished.');
}
