import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/**
 * Adds the member of the other party who agrees to a publication. The hash of what is to be agreed to is kept here: a node of an
 * earlier version takes such a publication for a request to a second manager, and can only cancel it without one.
 */
export async function addApprovers(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  await create('publication_approvers')
    .addColumn('publication_id', 'bigint', (column) =>
      column.primaryKey().references('publications.id').onDelete('cascade'),
    )
    .addColumn('member_id', 'bigint', (column) =>
      column.notNull().references('group_members.id').onDelete('cascade'),
    )
    .addColumn('state_hash', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('agreed_at', 'bigint')
    .addColumn('declined_at', 'bigint')
    .execute();
  await createIndex('publication_approvers_by_member', 'publication_approvers', ['member_id']);
}
