import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/**
 * Adds the upload batch of entries of rooms, with the place in it, so that what is uploaded together gets its numbers in the
 * order of the batch; and the room that a mail is about. Nodes of an earlier version write neither: what they create is appended,
 * and administrators whom a room excludes do not see the subjects of their mails. They refuse calls with a batch, which pages of
 * the new version send (decision 180).
 */
export async function addUploadBatches(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  await create('batch_entries')
    .addColumn('entry_kind', 'text', required)
    .addColumn('entry_id', 'bigint', required)
    .addColumn('parent_id', 'bigint', (column) =>
      column.notNull().references('folders.id').onDelete('cascade'),
    )
    .addColumn('batch_key', 'text', required)
    .addColumn('place', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('batch_entries_pk', ['entry_kind', 'entry_id'])
    .execute();
  await createIndex('batch_entries_by_batch', 'batch_entries', ['parent_id', 'batch_key', 'place']);
  await db.schema.alterTable('uploads').addColumn('batch_key', 'text').execute();
  await db.schema.alterTable('uploads').addColumn('batch_place', 'integer').execute();
  await db.schema.alterTable('outbox_messages').addColumn('room_id', 'bigint').execute();
}
