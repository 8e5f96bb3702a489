import type { Kysely } from 'kysely';

/** Adds links that hand over an archive of a room. A node of an earlier version answers them like links that were never there. */
export async function addArchiveLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('links')
    .addColumn('archive_id', 'bigint', (column) => column.references('room_archives.id').onDelete('set null'))
    .execute();
}
