import { type SqlBool, sql } from 'kysely';
import type { Database } from '#server/database/open-database.ts';
import type { Share } from './maintenance-task.ts';

const SLICE = 1_000;

interface Before {
  readonly seen: number;
  readonly begun: number;
}

const isOldSession = ({ seen, begun }: Before) =>
  sql<SqlBool>`(last_seen_at < ${seen} or created_at < ${begun})`;

export async function countSessions(db: Database, before: Before): Promise<Share> {
  const { rows } = await sql<Share>`select count(*) as "all",
    count(case when ${isOldSession(before)} then 1 end) as due from sessions`.execute(db);
  return rows[0] ?? { all: 0, due: 0 };
}

export async function removeSessions(db: Database, before: Before): Promise<number> {
  const some = db.selectFrom('sessions').select('token_hash').where(isOldSession(before)).limit(SLICE);
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('token_hash', 'in', some)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function countFailureCounts(db: Database, endedBefore: number): Promise<Share> {
  const { rows } = await sql<Share>`select count(*) as "all",
    count(case when window_ends_at < ${endedBefore} then 1 end) as due from failure_counts`.execute(db);
  return rows[0] ?? { all: 0, due: 0 };
}

export async function removeFailureCounts(db: Database, endedBefore: number): Promise<number> {
  const some = db
    .selectFrom('failure_counts')
    .select('key')
    .where('window_ends_at', '<', endedBefore)
    .limit(SLICE);
  const { numDeletedRows } = await db
    .deleteFrom('failure_counts')
    .where('key', 'in', some)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
