import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../../database-engine.ts';
import { createSchemaBuilder, required } from '../0001-initial/columns.ts';

/** Adds the synonyms of rooms. Nodes of an earlier version search without them. */
export async function addRoomSynonyms(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { create, createIndex } = createSchemaBuilder(db, engine);
  await create('room_synonyms')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('group_number', 'integer', required)
    .addColumn('term_number', 'integer', required)
    .addColumn('term', 'text', required)
    .addColumn('term_key', 'text', required)
    .addPrimaryKeyConstraint('room_synonyms_pk', ['room_id', 'group_number', 'term_number'])
    .execute();
  await createIndex('room_synonyms_by_key', 'room_synonyms', ['term_key', 'room_id']);
}
