import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import type { Schema } from '../schema.ts';
import { createSchemaBuilder, required, withDefault } from './0001-initial/columns.ts';

/** The keys of the delivered templates; their content is part of the program. */
const DELIVERED = ['share-deal', 'asset-deal', 'financing-round', 'audit', 'property'];

/** Adds templates of rooms. Nodes of an earlier version use none. */
export async function addRoomTemplates(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { createWithId, createIndex } = createSchemaBuilder(db, engine);
  await createWithId('room_templates')
    .addColumn('key', 'text', (column) => column.unique())
    .addColumn('name', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('folder_count', 'integer', withDefault(0))
    .addColumn('group_count', 'integer', withDefault(0))
    .addColumn('request_count', 'integer', withDefault(0))
    .addColumn('creator_id', 'bigint', (column) => column.references('users.id'))
    .addColumn('created_at', 'bigint', required)
    .execute();
  await createIndex('room_templates_by_creator', 'room_templates', ['creator_id']);
  await db
    .withTables<Pick<Schema, 'room_templates'>>()
    .insertInto('room_templates')
    .values(DELIVERED.map((key) => ({ key, name: key, content: '{}', creator_id: null, created_at: 0 })))
    .execute();
}
