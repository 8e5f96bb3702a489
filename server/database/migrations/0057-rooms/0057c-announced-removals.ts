import { type Kysely, sql } from 'kysely';

/**
 * Adds for which date a mail about the removal of its content was sent to the managers of a room, and the job that sends it. A
 * node of an earlier version leaves the job alone.
 */
export async function addAnnouncedRemovals(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('rooms').addColumn('removal_announced_for', 'bigint').execute();
  await sql`insert into jobs (kind, payload, created_at, run_at) values ('rooms.announce-removals', '{}', 0, 0)`.execute(
    db,
  );
}
