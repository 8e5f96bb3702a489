import { sql } from 'kysely';
import type { Database } from './open-database.ts';

/** Rejects when the database does not respond. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
