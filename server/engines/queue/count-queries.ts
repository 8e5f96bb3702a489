import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { selectFirstDueJob } from './claim-queries.ts';

export interface JobCount {
  readonly kind: string;
  /** Jobs whose time has come, including running ones. */
  readonly due: number;
  readonly scheduled: number;
  readonly quarantined: number;
}

/** Counts jobs by kind. Those that are not in quarantine are counted in the index `jobs_by_kind`, without the rows. */
export async function listJobCounts(db: Database, now: number): Promise<JobCount[]> {
  const pending = await db
    .selectFrom('jobs')
    .select(['kind', (select) => select.fn.countAll<number>().as('all')])
    .select(sql<number>`sum(case when run_at <= ${now} then 1 else 0 end)`.as('due'))
    .where('quarantined_at', 'is', null)
    .groupBy('kind')
    .execute();
  const quarantined = await db
    .selectFrom('jobs')
    .select(['kind', (select) => select.fn.countAll<number>().as('all')])
    .where('quarantined_at', 'is not', null)
    .groupBy('kind')
    .execute();
  const counts = new Map<string, JobCount>();
  for (const { kind, all, due } of pending)
    counts.set(kind, { kind, due, scheduled: all - due, quarantined: 0 });
  for (const { kind, all } of quarantined)
    counts.set(kind, { kind, due: 0, scheduled: 0, ...counts.get(kind), quarantined: all });
  return [...counts.values()];
}

/** Returns the job of these kinds that has waited longest for a worker. */
export const findOldestJob = (
  db: Database,
  kinds: readonly string[],
  now: number,
): Promise<{ id: number; run_at: number } | undefined> =>
  selectFirstDueJob(db, kinds, now).executeTakeFirst();
