import { type Kysely, sql } from 'kysely';

/**
 * Adds the time at which a closed room was archived, and the archive that it keeps. To a node of an earlier version an archived
 * room is closed: it refuses changes, but would open the room again; archive rooms only once all nodes have this version.
 */
export async function addArchivedRooms(db: Kysely<unknown>): Promise<void> {
  for (const column of ['archived_at', 'final_archive_id'])
    await db.schema.alterTable('rooms').addColumn(column, 'bigint').execute();
  await sql`create index rooms_final_archives on rooms (final_archive_id) where final_archive_id is not null`.execute(
    db,
  );
}
