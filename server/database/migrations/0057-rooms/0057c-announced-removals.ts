import { type Kysely, sql } from 'kysely';

/** Adds for which date the managers of a room were told that its content will be removed, and the job that tells them. A node of an earlier version leaves the job alone. */
export async function addAnnouncedRemovals(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('rooms').addColumn('removal_announced_for', 'bigint').execute();
  await sql`insert into jobs (kind, payload, created_at, run_at) values ('rooms.announce-removals', '{}', 0, 0)`.execute(
    db,
  );
}
