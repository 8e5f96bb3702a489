import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required, type SchemaBuilder, withDefault } from './0001-initial/columns.ts';

/**
 * Adds levels of single files for groups, sessions that see what a group sees, and publications. A node of an earlier version
 * gives groups the level of the folder.
 */
export async function addRoomPublication(db: Kysely<unknown>, engine: DatabaseEngine): Promise<void> {
  const { bytes, create, createIndex } = createSchemaBuilder(db, engine);
  await create('group_file_grants')
    .addColumn('group_id', 'bigint', (column) =>
      column.notNull().references('room_groups.id').onDelete('cascade'),
    )
    .addColumn('file_id', 'bigint', (column) => column.notNull().references('files.id').onDelete('cascade'))
    .addColumn('level', 'text')
    .addColumn('version', 'integer', required)
    .addColumn('granted_by_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('granted_at', 'bigint', required)
    .addPrimaryKeyConstraint('group_file_grants_pk', ['group_id', 'file_id'])
    .execute();
  await createIndex('group_file_grants_by_file', 'group_file_grants', ['file_id']);
  await create('view_as_sessions')
    .addColumn('token_hash', bytes, (column) => column.primaryKey())
    .addColumn('opener_token_hash', bytes, (column) =>
      column.notNull().references('sessions.token_hash').onDelete('cascade'),
    )
    .addColumn('group_id', 'bigint', (column) =>
      column.notNull().references('room_groups.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', required)
    .addColumn('ends_at', 'bigint', required)
    .execute();
  await createIndex('view_as_sessions_by_opener', 'view_as_sessions', ['opener_token_hash']);
  await addPublications(createSchemaBuilder(db, engine));
}

/** Adds publications. Existing rows, and those that nodes of an earlier version add, are published: their column is 0. */
async function addPublications({ db, createWithId, createIndex }: SchemaBuilder): Promise<void> {
  await db.schema.alterTable('rooms').addColumn('settings', 'text', withDefault('{}')).execute();
  await createWithId('publications')
    .addColumn('room_id', 'bigint', (column) =>
      column.notNull().references('rooms.folder_id').onDelete('cascade'),
    )
    .addColumn('publish_at', 'bigint', required)
    .addColumn('creator_id', 'bigint', (column) => column.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('cancelled_at', 'bigint')
    .addColumn('folders', 'integer', required)
    .addColumn('files', 'integer', required)
    .addColumn('difference', 'text', required)
    .execute();
  await createIndex('publications_by_room', 'publications', ['room_id', 'id']);
  for (const table of ['folders', 'files']) {
    await db.schema
      .alterTable(table)
      .addColumn('published_at', 'bigint', (column) => column.defaultTo(0))
      .execute();
    await db.schema.alterTable(table).addColumn('publication_id', 'bigint').execute();
    await sql`create index ${sql.ref(`${table}_by_publication`)} on ${sql.table(table)} (published_at)
      where published_at is null or published_at <> 0`.execute(db);
  }
}
