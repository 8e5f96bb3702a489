import { sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import { prepareQuery } from '#server/database/prepared/prepare-query.ts';
import { type Conditions, isDue, isExhausted } from './claim-queries.ts';

/**
 * Selects those of the kinds that have a job to run or to abandon: one that is due, or whose lease expired without a word because
 * its process has died. Each kind is looked up in the index that begins with it.
 */
export function selectWaitingKinds(db: Database, kinds: readonly string[], now: number) {
  const selectJob = (matches: Conditions) =>
    db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', sql.ref<string>('wanted.kind'))
      .where((where) => matches(where, now));
  return db
    .with(
      'wanted(kind)',
      () => sql<{ kind: string }>`(values ${sql.join(kinds.map((kind) => sql`(${kind})`))})`,
    )
    .selectFrom('wanted')
    .select('wanted.kind')
    .where(({ or, exists }) => or([exists(selectJob(isDue)), exists(selectJob(isExhausted))]));
}

/** Returns a function that lists the kinds for which workers have something to do, in one statement for all of them. */
export function prepareWaitingKinds(
  db: Database,
  kinds: readonly string[],
): (now: number) => Promise<readonly string[]> {
  if (kinds.length === 0) return async () => [];
  const select = prepareQuery((within, { now }: { now: number }) => selectWaitingKinds(within, kinds, now));
  return async (now) => (await select(db, { now })).map(({ kind }) => kind);
}
