import type { Kysely } from 'kysely';

/**
 * Records who gave a collaborator access. The column is empty in rows that nodes of version 0.1.0 write: those depend on the
 * owner of the folder.
 */
export async function addCollaboratorGivers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('collaborators')
    .addColumn('granted_by_id', 'bigint', (column) => column.references('users.id'))
    .execute();
  await db.schema
    .createIndex('collaborators_by_giver')
    .on('collaborators')
    .columns(['granted_by_id'])
    .execute();
}
