import { type Kysely, sql } from 'kysely';

/**
 * Adds an index of the files outside folders by their owner: each upload there counts them, and read all files of the owner, of
 * whom some have a hundred thousand in folders.
 */
export async function addRootFilesIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create index files_at_root on files (owner_id, id) where folder_id is null and deleted_at is null`.execute(
    db,
  );
}
