import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/**
 * Adds moves and levels that wait for a publication, and publications that are applied at their time. The access rule reads none
 * of it. A node of an earlier version publishes the other drafts without them.
 */
export async function addDraftChanges(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('draft_changes')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', required)
    .addColumn('entry_kind', 'text', required)
    .addColumn('entry_id', 'bigint', required)
    .addColumn('to_folder_id', 'bigint')
    .addColumn('group_id', 'bigint', (column) => column.references('room_groups.id').onDelete('cascade'))
    .addColumn('level', 'text')
    .addColumn('author_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('publication_id', 'bigint', (column) =>
      column.references('publications.id').onDelete('cascade'),
    )
    .execute();
  await createIndex('draft_changes_by_room', 'draft_changes', ['room_id', 'publication_id']);
  await createIndex('draft_changes_by_entry', 'draft_changes', ['entry_kind', 'entry_id']);
  const alter = () => db.schema.alterTable('publications');
  await alter().addColumn('state', 'text').execute();
  await alter().addColumn('changes', 'bigint').execute();
  await alter().addColumn('state_hash', 'text').execute();
  // Read with every request; nearly always empty.
  await sql`create index publications_to_apply on publications (publish_at) where state = 'scheduled'`.execute(
    db,
  );
}

/** Adds who approved or declined a publication, and why. A node of an earlier version publishes without approval. */
export async function addPublicationApproval(db: Kysely<unknown>): Promise<void> {
  const alter = () => db.schema.alterTable('publications');
  await alter().addColumn('decided_by_id', 'bigint').execute();
  await alter().addColumn('decided_at', 'bigint').execute();
  await alter().addColumn('reason', 'text').execute();
}
