import type { Kysely } from 'kysely';
import type { DatabaseEngine } from '../database-engine.ts';
import { createSchemaBuilder, required } from './0001-initial/columns.ts';

/**
 * Adds levels of single files for groups, and sessions that see what a group sees. A node of an earlier version gives groups
 * the level of the folder.
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
}
