import type { Kysely } from 'kysely';

/**
 * Lets the count of failed sign-ins name its account, for administrators, and hold a delay that grows. Rows of the previous
 * version, and other counts, have none of these.
 */
export async function addSignInLimits(db: Kysely<unknown>): Promise<void> {
  const columns = [
    ['user_id', 'bigint'],
    ['scope', 'text'],
    ['network', 'text'],
    ['blocked_until', 'bigint'],
  ] as const;
  for (const [name, type] of columns)
    await db.schema.alterTable('attempt_counts').addColumn(name, type).execute();
  await db.schema.createIndex('attempt_counts_by_user').on('attempt_counts').column('user_id').execute();
}
