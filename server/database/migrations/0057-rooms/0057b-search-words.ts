import type { Kysely } from 'kysely';

/** Adds since when the analytics of a room show the words of searches. A node of an earlier version shows none. */
export async function addSearchWords(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('room_analytics').addColumn('search_words_since', 'bigint').execute();
}
