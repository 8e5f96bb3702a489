import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import { filterRows, type RowsWanted } from '#server/http/filter-rows.ts';
import type { Job } from '#shared/contracts/jobs.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import { type JobRow, listJobs } from './queue-queries.ts';

/** Lists jobs oldest first, one more than `limit`. */
export async function listQueuedJobs(ctx: Context, wanted: RowsWanted): Promise<readonly JobRow[]> {
  authorizeSystemAction(ctx.actor, 'seeJobs');
  return filterRows(wanted, {
    readPage: ({ limit, cursor }) => listJobs(ctx.db, limit, cursor),
    textsOf: ({ kind, last_error }) => [kind, last_error],
    cursorOf: ({ id }) => id,
  });
}

function stateOf(job: JobRow, now: number): Job['state'] {
  if (job.quarantined_at !== null) return 'quarantined';
  return job.leased_until !== null && job.leased_until >= now ? 'running' : 'waiting';
}

export const presentJob = (job: JobRow, now: number): Job => ({
  id: job.id,
  kind: job.kind,
  state: stateOf(job, now),
  attempts: job.attempts,
  createdAt: isoInstant(job.created_at),
  runAt: isoInstant(job.run_at),
  lastError: job.last_error,
});
