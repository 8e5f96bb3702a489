import { type SqlBool, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { RemovalShare } from './maintenance-task.ts';

const BATCH_SIZE = 1_000;

interface SessionAge {
  readonly seen: number;
  readonly begun: number;
}

const isExpiredBefore = ({ seen, begun }: SessionAge) =>
  sql<SqlBool>`(last_seen_at < ${seen} or created_at < ${begun})`;

export async function countExpiredSessions(db: Database, before: SessionAge): Promise<RemovalShare> {
  const { rows } = await sql<RemovalShare>`select count(*) as "all",
    count(case when ${isExpiredBefore(before)} then 1 end) as due from sessions`.execute(db);
  return rows[0] ?? { all: 0, due: 0 };
}

export async function removeExpiredSessions(db: Database, before: SessionAge): Promise<number> {
  const some = db
    .selectFrom('sessions')
    .select('token_hash')
    .where(isExpiredBefore(before))
    .limit(BATCH_SIZE);
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('token_hash', 'in', some)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function countExpiredAttemptCounts(db: Database, endedBefore: number): Promise<RemovalShare> {
  const { rows } = await sql<RemovalShare>`select count(*) as "all",
    count(case when window_ends_at < ${endedBefore} then 1 end) as due from attempt_counts`.execute(db);
  return rows[0] ?? { all: 0, due: 0 };
}

export async function removeExpiredAttemptCounts(db: Database, endedBefore: number): Promise<number> {
  const some = db
    .selectFrom('attempt_counts')
    .select('key')
    .where('window_ends_at', '<', endedBefore)
    .limit(BATCH_SIZE);
  const { numDeletedRows } = await db
    .deleteFrom('attempt_counts')
    .where('key', 'in', some)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
