import { type Kysely, sql } from 'kysely';

/**
 * Adds who sent the content of a file, where that is not its owner. What nodes of an earlier version add counts as its owner's,
 * as before.
 */
export async function addContentSenders(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('blobs').addColumn('sent_by', 'bigint').execute();
  await sql`create index blobs_sent_by on blobs (sent_by) where sent_by is not null`.execute(db);
}
