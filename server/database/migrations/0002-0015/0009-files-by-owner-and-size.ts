import type { Kysely } from 'kysely';

/** Lets the usage of a user be summed from an index alone. */
export async function addFilesByOwnerAndSize(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('files_by_owner_and_size').on('files').columns(['owner_id', 'size']).execute();
}
