import type { Kysely } from 'kysely';

/** Adds the size of the parts of an archive. A node of an earlier version sends it as a whole. */
export async function addArchiveParts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('room_archives').addColumn('split_bytes', 'bigint').execute();
}
