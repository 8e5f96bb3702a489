import { type Kysely, sql } from 'kysely';

/**
 * Adds the date on which the content of a closed room is removed, and when that was done. A node of an earlier version removes
 * nothing; set no date before all nodes have this version.
 */
export async function addRemovedContent(db: Kysely<unknown>): Promise<void> {
  const alter = () => db.schema.alterTable('rooms');
  await alter().addColumn('delete_bytes_at', 'bigint').execute();
  await alter().addColumn('bytes_removed_at', 'bigint').execute();
  await sql`insert into maintenance_tasks (task) values ('room-content')`.execute(db);
  await sql`insert into jobs (kind, payload, created_at, run_at) values ('maintenance.room-content', '{}', 0, 0)`.execute(
    db,
  );
}
