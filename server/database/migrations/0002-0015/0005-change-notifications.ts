import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';

/**
 * Notifies the other processes on PostgreSQL of new jobs and of files to index again, at the commit of the transaction that
 * adds them. A trigger, so that rows which an older version inserts are announced as well. SQLite has one process.
 */
export async function createChangeNotifications(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`create function notify_change() returns trigger language plpgsql as $$
    begin perform pg_notify('muniment', tg_argv[0]); return null; end $$`.execute(db);
  for (const [table, change] of [
    ['jobs', 'jobs'],
    ['index_changes', 'index'],
  ] as const) {
    await sql`create trigger ${sql.raw(`${table}_notify_change`)} after insert on ${sql.table(table)}
      for each statement execute function notify_change(${sql.lit(change)})`.execute(db);
  }
}
