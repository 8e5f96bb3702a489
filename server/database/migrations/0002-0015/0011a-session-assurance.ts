import type { Kysely } from 'kysely';

/**
 * Records how the holder of a session proved who they are, and when they last proved it again. Nodes of the previous version
 * know passwords only, and leave the instant empty: the session's creation then counts.
 */
export async function addSessionAssurance(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('assurance', 'text', (column) => column.notNull().defaultTo('password'))
    .execute();
  await db.schema.alterTable('sessions').addColumn('reauthenticated_at', 'bigint').execute();
}
