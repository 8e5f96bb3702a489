import type { Kysely } from 'kysely';

/**
 * Adds whether the file of an upload took the place of its placeholder, so that a client that lost the last answer learns it from
 * the next one. Nodes of an earlier version record nothing.
 */
export async function addReplacedPlaceholders(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('replaces_placeholder', 'integer').execute();
}
